"""Trains the tagger on the output of `milepost-corpus`. Two CPU cores are enough; see README.md."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

import bundle
from corpus import Corpus, Words
from model import Shape, Tagger


@torch.no_grad()
def held_out_accuracy(model: Tagger, corpus: Corpus) -> tuple[float, float]:
    """Share of tokens and of whole rows labelled right, by argmax."""
    model.eval()
    right = total = whole = rows = 0
    for batch in corpus.batches(1024, None):
        hit = (model(batch).argmax(-1) == batch.label) | ~batch.mask
        right += int((hit & batch.mask).sum())
        total += int(batch.mask.sum())
        whole += int(hit.all(1).sum())
        rows += len(hit)
    model.train()
    return right / total, whole / rows


def train(
    model: Tagger,
    corpus: Corpus,
    rows: int,
    batch: int,
    rate: float,
    seed: int,
    report: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> None:
    """Shows the model `rows` rows, over as many passes as it takes. AdamW, one cycle up to `rate`, cross-entropy."""
    rng = np.random.default_rng(seed)
    # One kernel a step instead of one a tensor; torch before 2.0, which Debian has, does not know it.
    fused = {"fused": True} if int(torch.__version__.split(".")[0]) >= 2 else {}
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01, **fused)
    steps = rows // batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + 1, pct_start=0.15)
    step, running = 0, 0.0
    model.train()
    while step < steps:
        for shown in corpus.batches(batch, rng):
            logits = model(shown)
            loss = F.cross_entropy(logits.flatten(0, 1), shown.label.flatten(), ignore_index=-100)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            running = 0.99 * running + 0.01 * loss.item() if step else loss.item()
            step += 1
            report(step, steps, running)
            if step == steps:
                break


def begun(start: Path, feature_version: int) -> tuple[Tagger, int]:
    """The tagger of a checkpoint or of a bundle's folder, and the rows it has seen."""
    if start.is_dir():
        model, card = bundle.read(start)
        if card["feature_version"] not in (feature_version, feature_version - 1):
            raise SystemExit(f"{start} was trained on features version {card['feature_version']}, not {feature_version}")
        return model, card["training"]["rows"]
    before = torch.load(start, weights_only=True)
    shape = before["shape"] | {"dilations": tuple(before["shape"]["dilations"])}
    model = Tagger(before["meta"]["feature_count"], len(before["meta"]["labels"]), Shape(**shape))
    model.load_state_dict(before["model"])
    return model, before["rows"]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("out", type=Path, help="checkpoint to write")
    arguments.add_argument("--rows", type=int, default=13_000_000, help="rows shown in all")
    arguments.add_argument("--batch", type=int, default=512)
    arguments.add_argument("--rate", type=float, default=3e-3, help="peak learning rate of the one cycle")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--start", type=Path, help="checkpoint or bundle to go on from")
    options = arguments.parse_args()

    torch.set_num_threads(options.threads)
    # The moments of rows that are seldom drawn fade into numbers that a processor takes a hundred times as long for.
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    words = Words(options.corpus / "words.bin")
    rows, held_out = Corpus(options.corpus, "train", words), Corpus(options.corpus, "held_out", words)
    model = Tagger(rows.meta.feature_count, len(rows.meta.labels))
    shown = 0
    if options.start is not None:
        model, shown = begun(options.start, rows.meta.feature_version)
        model = model.deepened(Shape()).knowing(rows.meta.feature_count)
    started = time.monotonic()

    def report(step: int, steps: int, loss: float) -> None:
        if step % 200 == 0:
            print(f"{step}/{steps} loss {loss:.4f} {step * options.batch / (time.monotonic() - started):.0f} rows/s", flush=True)
        if step % 2000 == 0 or step == steps:
            token, row = held_out_accuracy(model, held_out)
            print(f"{step}/{steps} held out: tokens {token:.4f} rows {row:.4f}", flush=True)
        # Often, so that a round that is interrupted can go on with `--start`.
        if step % 200 == 0 or step == steps:
            state = {"model": model.state_dict(), "meta": vars(rows.meta), "shape": asdict(model.shape)}
            torch.save(state | {"rows": shown + step * options.batch}, options.out)

    train(model, rows, options.rows, options.batch, options.rate, options.seed, report)


if __name__ == "__main__":
    main()
