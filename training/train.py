"""Trains the tagger on the output of `milepost-corpus`. Two CPU cores are enough; see README.md."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from corpus import Corpus, Words
from model import Tagger


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


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("out", type=Path, help="checkpoint to write")
    arguments.add_argument("--rows", type=int, default=9_000_000, help="rows shown in all, over as many passes as it takes")
    arguments.add_argument("--batch", type=int, default=512)
    arguments.add_argument("--rate", type=float, default=3e-3, help="peak learning rate of the one cycle")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--threads", type=int, default=2)
    options = arguments.parse_args()

    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    words = Words(options.corpus / "words.bin")
    train, held_out = Corpus(options.corpus, "train", words), Corpus(options.corpus, "held_out", words)
    model = Tagger(train.meta.feature_count, len(train.meta.labels))
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=0.01, fused=True)
    steps = options.rows // options.batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, total_steps=steps + 1, pct_start=0.15)

    step, started, running = 0, time.monotonic(), 0.0
    while step < steps:
        for batch in train.batches(options.batch, rng):
            logits = model(batch)
            loss = F.cross_entropy(logits.flatten(0, 1), batch.label.flatten(), ignore_index=-100)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            running = 0.99 * running + 0.01 * loss.item() if step else loss.item()
            step += 1
            if step % 200 == 0:
                rate = step * options.batch / (time.monotonic() - started)
                print(f"{step}/{steps} loss {running:.4f} {rate:.0f} rows/s", flush=True)
            if step % 2000 == 0 or step == steps:
                token, row = held_out_accuracy(model, held_out)
                print(f"{step}/{steps} held out: tokens {token:.4f} rows {row:.4f}", flush=True)
                torch.save({"model": model.state_dict(), "meta": vars(train.meta), "rows": step * options.batch}, options.out)
            if step == steps:
                break


if __name__ == "__main__":
    main()
