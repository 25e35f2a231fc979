"""Averages the weights of checkpoints of one training that went on from each other.

    python tasks/training/parser/average.py OUT.pt CHECKPOINT...

The mean of the last rounds reads better than each of them, and costs nothing (stochastic weight averaging,
arXiv:1803.05407). Rows and features are those of the last checkpoint.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("out", type=Path, help="checkpoint to write")
    arguments.add_argument("checkpoints", type=Path, nargs="+", help="checkpoints of one shape, the last one last")
    options = arguments.parse_args()
    rounds = [torch.load(path, weights_only=True) for path in options.checkpoints]
    mean = rounds[-1]
    for path, one in zip(options.checkpoints, rounds):
        if one["shape"] != mean["shape"] or one["meta"] != mean["meta"]:
            raise SystemExit(f"{path} is of another shape than {options.checkpoints[-1]}")
    for name, weight in mean["model"].items():
        if weight.is_floating_point():
            mean["model"][name] = sum(one["model"][name] for one in rounds) / len(rounds)
    torch.save(mean, options.out)


if __name__ == "__main__":
    main()
