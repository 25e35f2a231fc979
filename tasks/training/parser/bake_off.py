"""Trains encoders of several shapes on the same rows and prints quality against latency (docs/decisions.md#001-encoder).

Latency is that of the quantised graph on one thread at 12 tokens; shapes that are not exported have none.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

import onnx_graph
from corpus import Corpus, Words
from model import Shape, Tagger
from train import held_out_accuracy, train


class Recurrent(Tagger):
    """Two convolutions and one bidirectional LSTM, a shape that is measured and not exported."""

    def __init__(self, feature_count: int, label_count: int) -> None:
        super().__init__(feature_count, label_count, Shape(dilations=(1, 2), attention=0))
        self.recurrent = nn.LSTM(self.shape.hidden, 96, batch_first=True, bidirectional=True)
        self.head = nn.Linear(192, label_count)

    def encode(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.recurrent(super().encode(x, mask))[0] * mask


class Transformer(Tagger):
    """Two transformer layers over the embeddings, a shape that is measured and not exported."""

    def __init__(self, feature_count: int, label_count: int) -> None:
        super().__init__(feature_count, label_count, Shape(dilations=(1,), attention=0))
        layer = nn.TransformerEncoderLayer(128, 4, 256, dropout=0.1, batch_first=True)
        self.transformer = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def encode(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.transformer(super().encode(x, mask), src_key_padding_mask=~mask.squeeze(-1).bool()) * mask


SHAPES = {
    "4 convolutions d96": lambda f, l: Tagger(f, l, Shape(hidden=96, attention=0)),
    "4 convolutions d128": lambda f, l: Tagger(f, l, Shape(attention=0)),
    "3 convolutions d128 + attention": lambda f, l: Tagger(f, l, Shape(dilations=(1, 2, 4))),
    "4 convolutions d128 + attention": lambda f, l: Tagger(f, l, Shape()),
    "5 convolutions d128 + attention": lambda f, l: Tagger(f, l, Shape(dilations=(1, 2, 4, 8, 1))),
    "4 convolutions d192 + attention": lambda f, l: Tagger(f, l, Shape(hidden=192)),
    "2 convolutions + BiLSTM 96": Recurrent,
    "1 convolution + 2 transformer layers": Transformer,
}


def latency(model: Tagger, labels: int) -> float:
    """Median microseconds of a run at 12 tokens, int8."""
    with tempfile.TemporaryDirectory() as folder:
        plain, small = Path(folder) / "plain.onnx", Path(folder) / "int8.onnx"
        onnx.save(onnx_graph.build(model, labels), plain)
        quantize_dynamic(plain, small, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul"])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(small), options)
        tokens = np.random.default_rng(1).normal(size=(12, model.shape.embedding)).astype(np.float32)
        times = []
        for _ in range(3000):
            begin = time.perf_counter()
            session.run(None, {"tokens": tokens})
            times.append(time.perf_counter() - begin)
    return float(np.median(times) * 1e6)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("--rows", type=int, default=1_500_000)
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--only", nargs="*", help="names of shapes; default all")
    options = arguments.parse_args()
    torch.set_num_threads(options.threads)
    words = Words(options.corpus / "words.bin")
    rows, held_out = Corpus(options.corpus, "train", words), Corpus(options.corpus, "held_out", words)
    print("| encoder | parameters | tokens right | rows right | µs at 12 tokens, int8 | rows/s in training |")
    print("|---|--:|--:|--:|--:|--:|", flush=True)
    for name, make in SHAPES.items():
        if options.only and name not in options.only:
            continue
        torch.manual_seed(1)
        model = make(rows.meta.feature_count, len(rows.meta.labels))
        begin = time.monotonic()
        train(model, rows, options.rows, batch=512, rate=3e-3, seed=1)
        rate = options.rows / (time.monotonic() - begin)
        token, row = held_out_accuracy(model, held_out)
        model.eval()
        exported = type(model) is Tagger
        speed = f"{latency(model, len(rows.meta.labels)):.0f}" if exported else "-"
        parameters = sum(p.numel() for n, p in model.named_parameters() if not n.startswith("embedding"))
        print(f"| {name} | {parameters // 1000}k | {token:.4f} | {row:.4f} | {speed} | {rate:.0f} |", flush=True)


if __name__ == "__main__":
    main()
