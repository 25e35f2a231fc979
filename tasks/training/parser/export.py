"""Writes a weights bundle from a checkpoint: model.onnx (int8), embeddings.bin, countries.bin, calibration.json,
model-card.json."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

import calibration
import countries
import onnx_graph
from corpus import Corpus, Words
from model import Shape, Tagger

SOURCES = [
    "IRS Exempt Organizations Business Master File (public domain)",
    "US polling places, Center for Public Integrity (CC BY 4.0)",
    "US store locations, github.com/stiles/locations (MIT)",
    "FEC committee addresses (public domain)",
    "openbrewerydb (MIT)",
    "OpenAddresses excerpts (terms of each local government) and rrad (public domain)",
    "Baltimore County address points (public domain), Chesapeake VA address points (city open data)",
    "City of Philadelphia street crossings (public city data)",
    "FANTOIR 2015, DGFiP; DVF 2020, DGFiP (Licence Ouverte)",
    "Address points of Nantes Métropole, Grand Lyon and ACCM (open data)",
    "Service-Public.fr, Éducation nationale, La Poste, Alim'confiance, Atout France, Mérimée (Licence Ouverte)",
    "Postcodes and places, GeoNames (CC BY 4.0); commune names, INSEE (Licence Ouverte)",
    "Street, place and personal names of sixty languages, mimesis and Faker (MIT)",
]


def quantised_table(weight: np.ndarray) -> bytes:
    """Rows as int8, row-major, then one float32 scale a row: value = scale * int8."""
    scale = np.maximum(np.abs(weight).max(1), 1e-8) / 127
    rows = np.clip(np.rint(weight / scale[:, None]), -127, 127).astype(np.int8)
    return rows.tobytes() + scale.astype("<f4").tobytes()


def largest_difference(fp32: Path, int8: Path, width: int) -> float:
    """Largest logit difference between the two graphs on random rows, for the card."""
    rng = np.random.default_rng(1)
    sessions = [onnxruntime.InferenceSession(str(path)) for path in (fp32, int8)]
    worst = 0.0
    for length in (1, 2, 7, 13, 40):
        tokens = rng.normal(size=(length, width)).astype(np.float32)
        outputs = [session.run(None, {"tokens": tokens})[0] for session in sessions]
        worst = max(worst, float(np.abs(outputs[0] - outputs[1]).max()))
    return worst


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("checkpoint", type=Path)
    arguments.add_argument("bundle", type=Path, help="folder to write")
    arguments.add_argument("--version", required=True, help="version of the bundle, e.g. 1.0.0")
    arguments.add_argument(
        "--sharing",
        nargs=2,
        action="append",
        default=[],
        metavar=("LOCALE", "FOLDER"),
        help="also writes a card for LOCALE into FOLDER that shares this bundle's files",
    )
    options = arguments.parse_args()

    checkpoint = torch.load(options.checkpoint)
    meta = checkpoint["meta"]
    shape = Shape(**{name: tuple(value) if isinstance(value, list) else value for name, value in checkpoint["shape"].items()})
    model = Tagger(meta["feature_count"], len(meta["labels"]), shape)
    model.load_state_dict(checkpoint["model"])
    model.eval()
    options.bundle.mkdir(parents=True, exist_ok=True)

    graph = onnx_graph.build(model, len(meta["labels"]))
    with tempfile.TemporaryDirectory() as folder:
        fp32 = Path(folder) / "fp32.onnx"
        onnx.save(graph, fp32)
        int8 = options.bundle / "model.onnx"
        quantize_dynamic(fp32, int8, op_types_to_quantize=["MatMul"], per_channel=True, weight_type=QuantType.QInt8)
        sizes = {"fp32_size_mb": round(fp32.stat().st_size / 1e6, 2), "int8_size_mb": round(int8.stat().st_size / 1e6, 2)}
        print(f"largest logit difference int8 to fp32 on random input: {largest_difference(fp32, int8, shape.embedding):.4f}")
    table = quantised_table(model.embedding.weight.detach().numpy())
    (options.bundle / "embeddings.bin").write_bytes(table)

    held_out = Corpus(options.corpus, "held_out", Words(options.corpus / "words.bin"))
    found = calibration.collect(model, held_out)
    calibrated = calibration.maps(found)
    (options.bundle / "calibration.json").write_text(json.dumps(calibrated, separators=(",", ":")) + "\n")
    errors = [calibration.expected_error(found, maps) for maps in (None, calibrated)]
    precision = np.mean([right for pairs in found.spans.values() for _, right in pairs])
    whole = np.mean([right for _, right in found.parses])
    print(f"spans right {precision:.4f}, rows right {whole:.4f}; calibration error raw {errors[0]:.4f}, calibrated {errors[1]:.4f}")

    guess = countries.write(model, options.corpus, options.bundle)
    files = ["model.onnx", "embeddings.bin", "calibration.json"]
    card = {
        "name": "weights-en-us",
        "version": options.version,
        "locale": "en-US",
        "labels": meta["labels"],
        "feature_version": meta["feature_version"],
        "embedding": {"rows": meta["feature_count"], "width": shape.embedding},
        "reach": sum(shape.dilations),
        "format": {
            "model": f"ONNX int8 dynamic (quantized from fp32, opset {onnx_graph.OPSET})",
            "tokenizer": f"words, hashed features version {meta['feature_version']}",
            "max_sequence_length": 128,
            "opset": onnx_graph.OPSET,
            **sizes,
            "pair_index_us_bin": None,
        },
        "files": {name: hashlib.sha256((options.bundle / name).read_bytes()).hexdigest() for name in files},
        "training": {"rows": checkpoint["rows"], "sources": SOURCES},
        "scores": {
            "held_out_rows": len(held_out),
            "span_precision": round(float(precision), 4),
            "rows_right": round(float(whole), 4),
            "calibration_error": round(float(errors[1]), 4),
        },
    }
    countries.describe(card, guess)
    write_card(options.bundle, card)
    for locale, folder in options.sharing:
        base = os.path.relpath(options.bundle, folder)
        write_card(Path(folder), card | {"name": f"weights-{locale.lower()}", "locale": locale, "base": base})


def write_card(folder: Path, card: dict) -> None:
    (folder / "model-card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
