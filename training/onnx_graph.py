"""The exported graph, built node by node.

Input `tokens` is float32 [token, 96]: each token's summed embedding (the table stays outside the graph, where the
sum costs a quarter of what Gather costs inside). Output `logits` is float32 [token, label]. One row, no padding:
an address is 5 to 14 tokens long, and a node costs about 1.2 microseconds whatever it works on.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from model import DILATIONS, EMBEDDING, Tagger

OPSET = 17


def build(model: Tagger, label_count: int) -> onnx.ModelProto:
    nodes: list[onnx.NodeProto] = []
    constants: list[onnx.TensorProto] = []

    def constant(name: str, value: np.ndarray) -> str:
        constants.append(numpy_helper.from_array(value, name))
        return name

    def node(kind: str, inputs: list[str], output: str, **attributes) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def integers(name: str, *values: int) -> str:
        return constant(name, np.asarray(values, dtype=np.int64))

    x = "tokens"
    zero, first_axis = integers("zero", 0), integers("first_axis", 0)
    for index, (layer, dilation) in enumerate(zip(model.layers, DILATIONS)):
        name = f"layer{index}"
        padded = node("Pad", [x, integers(f"{name}.pads", dilation, 0, dilation, 0)], f"{name}.padded")
        # `before` ends 2d before the padded end, `after` begins 2d in.
        before = node("Slice", [padded, zero, integers(f"{name}.end", -2 * dilation), first_axis], f"{name}.before")
        end = integers(f"{name}.all", np.iinfo(np.int64).max)
        after = node("Slice", [padded, integers(f"{name}.start", 2 * dilation), end, first_axis], f"{name}.after")
        shifted = node("Concat", [before, x, after], f"{name}.shifted", axis=1)
        weight = constant(f"{name}.weight", layer.mix.weight.detach().numpy().T.copy())
        mixed = node("MatMul", [shifted, weight], f"{name}.mixed")
        biased = node("Add", [mixed, constant(f"{name}.bias", layer.mix.bias.detach().numpy())], f"{name}.biased")
        y = node("Relu", [biased], f"{name}.relu")
        if layer.residual:
            y = node("Add", [x, y], f"{name}.sum")
        scale = constant(f"{name}.norm.scale", layer.norm.weight.detach().numpy())
        shift = constant(f"{name}.norm.shift", layer.norm.bias.detach().numpy())
        x = node("LayerNormalization", [y, scale, shift], f"{name}.out", axis=-1, epsilon=layer.norm.eps)
    logits = node("MatMul", [x, constant("head.weight", model.head.weight.detach().numpy().T.copy())], "head.mixed")
    node("Add", [logits, constant("head.bias", model.head.bias.detach().numpy())], "logits")

    graph = helper.make_graph(
        nodes,
        "milepost-tagger",
        [helper.make_tensor_value_info("tokens", TensorProto.FLOAT, ["token", EMBEDDING])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["token", label_count])],
        constants,
    )
    built = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(built)
    return built
