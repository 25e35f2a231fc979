"""Reads the files of `milepost-corpus` (tasks/corpus/src/encode.rs) and deals them out in batches."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch


@dataclass(frozen=True)
class Meta:
    """Sizes and label names a bundle is built for."""

    labels: list[str]
    feature_count: int
    feature_version: int
    position_ids: int


class Words:
    """Feature ids of every distinct word form, ragged: ids[offsets[w]:offsets[w + 1]]."""

    def __init__(self, path: Path) -> None:
        raw = np.fromfile(path, dtype="<u4")
        lengths, starts, at = [], [], 0
        while at < len(raw):
            length = int(raw[at])
            starts.append(at + 1)
            lengths.append(length)
            at += 1 + length
        self.starts = np.asarray(starts, dtype=np.int64)
        self.lengths = np.asarray(lengths, dtype=np.int64)
        self.raw = raw.astype(np.int32)

    def gather(self, words: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Flat ids of `words` and the offset each word begins at."""
        lengths = self.lengths[words]
        offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        flat = np.repeat(self.starts[words] - offsets, lengths) + np.arange(lengths.sum())
        return self.raw[flat], offsets


@dataclass
class Batch:
    """Rows padded to the longest: `word` indexes `word_ids`' bags, `label` is -100 where padded."""

    word_ids: torch.Tensor
    word_offsets: torch.Tensor
    word: torch.Tensor
    position: torch.Tensor
    mask: torch.Tensor
    label: torch.Tensor


class Corpus:
    """One split, memory-mapped."""

    def __init__(self, folder: Path, split: str, words: Words) -> None:
        meta = json.loads((folder / "meta.json").read_text())
        self.meta = Meta(meta["labels"], meta["feature_count"], meta["feature_version"], meta["position_ids"])
        self.words = words
        width = 2 + self.meta.position_ids
        self.tokens = np.memmap(folder / f"{split}.tokens.bin", dtype="<u4", mode="r").reshape(-1, width)
        self.lengths = np.fromfile(folder / f"{split}.rows.bin", dtype="<u4").astype(np.int64)
        # The feature of each row's country, that of no hint where it is not known.
        self.countries = np.fromfile(folder / f"{split}.countries.bin", dtype="<u4").astype(np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])

    def __len__(self) -> int:
        return len(self.lengths)

    def batches(self, size: int, rng: np.random.Generator | None):
        """Batches of rows of like length; shuffled when `rng` is given."""
        order = np.arange(len(self)) if rng is None else rng.permutation(len(self))
        pool = size * 64
        for begin in range(0, len(order), pool):
            chunk = order[begin : begin + pool]
            chunk = chunk[np.argsort(self.lengths[chunk], kind="stable")]
            groups = [chunk[at : at + size] for at in range(0, len(chunk), size)]
            if rng is not None:
                rng.shuffle(groups)
            for rows in groups:
                yield self.batch(rows)

    def batch(self, rows: np.ndarray) -> Batch:
        lengths = self.lengths[rows]
        longest = int(lengths.max())
        columns = np.arange(longest)
        mask = columns[None, :] < lengths[:, None]
        at = np.where(mask, self.starts[rows][:, None] + columns[None, :], 0)
        tokens = self.tokens[at.reshape(-1)].astype(np.int64).reshape(len(rows), longest, -1)
        distinct, word = np.unique(tokens[:, :, 0], return_inverse=True)
        ids, offsets = self.words.gather(distinct)
        label = np.where(mask, tokens[:, :, -1], -100)
        return Batch(
            torch.from_numpy(ids.astype(np.int64)),
            torch.from_numpy(offsets),
            torch.from_numpy(word.reshape(len(rows), longest)),
            torch.from_numpy(tokens[:, :, 1:-1].copy()),
            torch.from_numpy(mask),
            torch.from_numpy(label),
        )
