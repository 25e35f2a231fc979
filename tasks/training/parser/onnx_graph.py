"""The exported graph, built node by node.

Input `tokens` is float32 [token, 96]: each token's summed embedding (the table stays outside the graph, where the
sum costs a quarter of what Gather costs inside). Output `logits` is float32 [token, label]. One row, no padding:
an address is 5 to 14 tokens long, and a node costs about 1.2 microseconds whatever it works on.
"""

from __future__ import annotations

import math

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from model import Attention, Convolution, Tagger

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

    def norm(layer: nn.LayerNorm, x: str, name: str) -> str:
        scale = constant(f"{name}.norm.scale", layer.weight.detach().numpy())
        shift = constant(f"{name}.norm.shift", layer.bias.detach().numpy())
        return node("LayerNormalization", [x, scale, shift], f"{name}.out", axis=-1, epsilon=layer.eps)

    def linear(layer: nn.Linear, x: str, name: str) -> str:
        mixed = node("MatMul", [x, constant(f"{name}.weight", layer.weight.detach().numpy().T.copy())], f"{name}.mixed")
        return node("Add", [mixed, constant(f"{name}.bias", layer.bias.detach().numpy())], f"{name}.biased")

    def convolution(layer: Convolution, x: str, name: str) -> str:
        d = layer.dilation
        padded = node("Pad", [x, integers(f"{name}.pads", d, 0, d, 0)], f"{name}.padded")
        # `before` ends 2d before the padded end, `after` begins 2d in.
        before = node("Slice", [padded, zero, integers(f"{name}.end", -2 * d), first_axis], f"{name}.before")
        end = integers(f"{name}.all", np.iinfo(np.int64).max)
        after = node("Slice", [padded, integers(f"{name}.start", 2 * d), end, first_axis], f"{name}.after")
        shifted = node("Concat", [before, x, after], f"{name}.shifted", axis=1)
        y = node("Relu", [linear(layer.mix, shifted, name)], f"{name}.relu")
        return norm(layer.norm, node("Add", [x, y], f"{name}.sum") if layer.residual else y, name)

    def attention(layer: Attention, x: str) -> str:
        asked = linear(layer.ask, x, "ask")
        nodes.append(helper.make_node("Split", [asked, integers("halves", layer.width, layer.width)], ["query", "key"], axis=1))
        keys = node("Transpose", ["key"], "keys", perm=[1, 0])
        scale = constant("attention.scale", np.float32(1 / math.sqrt(layer.width)))
        score = node("Mul", [node("MatMul", ["query", keys], "score"), scale], "score.scaled")
        share = node("Softmax", [score], "share", axis=-1)
        seen = node("MatMul", [share, linear(layer.value, x, "value")], "seen")
        return norm(layer.norm, node("Add", [x, seen], "attention.sum"), "attention")

    x = "tokens"
    zero, first_axis = integers("zero", 0), integers("first_axis", 0)
    for index, layer in enumerate(model.layers):
        if model.attention is not None and index == len(model.layers) - 1:
            x = attention(model.attention, x)
        x = convolution(layer, x, f"layer{index}")
    logits = node("MatMul", [x, constant("head.weight", model.head.weight.detach().numpy().T.copy())], "head.mixed")
    node("Add", [logits, constant("head.bias", model.head.bias.detach().numpy())], "logits")

    graph = helper.make_graph(
        nodes,
        "milepost-tagger",
        [helper.make_tensor_value_info("tokens", TensorProto.FLOAT, ["token", model.shape.embedding])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["token", label_count])],
        constants,
    )
    built = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(built)
    return built
