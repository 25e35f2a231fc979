"""Reads a weights bundle back into a tagger, so that training can go on from what ships.

The table and the matrices come back as int8 times their scales. Trained on from there they are as good as the
checkpoint the bundle was made of: rounding moves a weight by less than one step of training does.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from model import Shape, Tagger


def read(bundle: Path) -> tuple[Tagger, dict]:
    """The tagger of a bundle and its card."""
    card = json.loads((bundle / "model-card.json").read_text())
    rows, width = card["embedding"]["rows"], card["embedding"]["width"]
    graph = onnx.load(bundle / "model.onnx").graph
    constants = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    matrices = {name: matrix(constants, name) for name in matrix_names(constants)}
    layers = sorted(name for name in matrices if name.startswith("layer"))
    asked = matrices.get("ask.weight")
    shape = Shape(
        embedding=width,
        hidden=matrices["head.weight"].shape[0],
        dilations=tuple(dilation(constants, name.removesuffix(".weight")) for name in layers),
        attention=0 if asked is None else asked.shape[1] // 2,
    )
    model = Tagger(rows, len(card["labels"]), shape)
    state = {"embedding.weight": table(bundle / "embeddings.bin", rows, width)}
    for index, name in enumerate(layers):
        layer = name.removesuffix(".weight")
        state |= linear(f"layers.{index}.mix", layer, matrices, constants)
        state |= norm(f"layers.{index}.norm", layer, constants)
    if asked is not None:
        state |= linear("attention.ask", "ask", matrices, constants)
        state |= linear("attention.value", "value", matrices, constants)
        state |= norm("attention.norm", "attention", constants)
    state |= linear("head", "head", matrices, constants)
    model.load_state_dict({name: torch.from_numpy(np.array(value)) for name, value in state.items()})
    return model, card


def table(path: Path, rows: int, width: int) -> np.ndarray:
    """int8 rows, then one float32 scale a row (`export.quantised_table`)."""
    data = path.read_bytes()
    values = np.frombuffer(data, np.int8, rows * width).reshape(rows, width)
    scales = np.frombuffer(data, "<f4", rows, rows * width)
    return values.astype(np.float32) * scales[:, None]


def matrix_names(constants: dict[str, np.ndarray]) -> list[str]:
    return [name.removesuffix("_quantized") for name in constants if name.endswith(".weight_quantized")]


def matrix(constants: dict[str, np.ndarray], name: str) -> np.ndarray:
    """[in, out] as the graph multiplies it; a scale and a zero point an output column."""
    zero, scale = (constants[f"{name}_{part}"].astype(np.float32) for part in ("zero_point", "scale"))
    return (constants[f"{name}_quantized"].astype(np.float32) - zero) * scale


def dilation(constants: dict[str, np.ndarray], layer: str) -> int:
    return int(constants[f"{layer}.pads"][0])


def linear(ours: str, theirs: str, matrices: dict[str, np.ndarray], constants: dict[str, np.ndarray]) -> dict:
    return {f"{ours}.weight": matrices[f"{theirs}.weight"].T, f"{ours}.bias": constants[f"{theirs}.bias"]}


def norm(ours: str, theirs: str, constants: dict[str, np.ndarray]) -> dict:
    return {f"{ours}.weight": constants[f"{theirs}.norm.scale"], f"{ours}.bias": constants[f"{theirs}.norm.shift"]}
