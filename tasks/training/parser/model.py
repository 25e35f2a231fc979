"""The word-level tagger: summed feature embeddings, dilated convolutions, one attention layer, one label row a token.

The convolutions are written as "concatenate three shifted copies, multiply by one matrix", which is how the
exported graph computes them: ONNX Runtime quantises MatMul well and Conv badly (4x slower than fp32). The attention
has one head, because a head more costs four graph nodes and brought nothing (docs/decisions.md#001-encoder).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from corpus import Batch

# Share of distinct words whose whole-word row is hidden in a step: the model must read their parts, as it has to
# for words it never met.
HIDDEN_WORDS = 0.15


@dataclass(frozen=True)
class Shape:
    """Sizes of a tagger. `attention` is the width of queries and keys, 0 for none."""

    embedding: int = 96
    hidden: int = 128
    dilations: tuple[int, ...] = (1, 2, 4, 1, 2, 8)
    attention: int = 64


def table_of(feature_count: int, width: int) -> nn.EmbeddingBag:
    """The feature table. Its last row is that of tokens without a hint of a country and adds nothing."""
    return nn.EmbeddingBag(feature_count, width, mode="sum", padding_idx=feature_count - 1)


class Convolution(nn.Module):
    def __init__(self, width: int, hidden: int, dilation: int) -> None:
        super().__init__()
        self.dilation = dilation
        self.residual = width == hidden
        self.mix = nn.Linear(3 * width, hidden)
        self.norm = nn.LayerNorm(hidden)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        d = self.dilation
        padded = F.pad(x, (0, 0, d, d))
        shifted = torch.cat([padded[:, : x.shape[1]], x, padded[:, 2 * d :]], dim=-1)
        y = F.relu(self.mix(shifted))
        return self.norm(x + y if self.residual else y) * mask


    @torch.no_grad()
    def pass_on(self, before: nn.LayerNorm) -> None:
        """Sets the weights so that the output of `before` comes out nearly as it went in."""
        # Not nothing: a ReLU at exactly zero never learns.
        self.mix.weight.mul_(0.1)
        self.mix.bias.zero_()
        centre = before.bias.mean()
        self.norm.bias.fill_(float(centre))
        self.norm.weight.fill_(float((before.weight**2 + (before.bias - centre) ** 2).mean().sqrt()))


class Attention(nn.Module):
    """Each token looks at every other one: what a country or a ZIP code at the end says of the beginning."""

    def __init__(self, hidden: int, width: int) -> None:
        super().__init__()
        self.width = width
        self.ask = nn.Linear(hidden, 2 * width)
        self.value = nn.Linear(hidden, hidden)
        self.norm = nn.LayerNorm(hidden)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        query, key = self.ask(x).split(self.width, dim=-1)
        score = query @ key.transpose(1, 2) / math.sqrt(self.width)
        score = score.masked_fill(~mask.transpose(1, 2).bool(), float("-inf"))
        return self.norm(x + score.softmax(-1) @ self.value(x)) * mask


class Tagger(nn.Module):
    def __init__(self, feature_count: int, label_count: int, shape: Shape = Shape()) -> None:
        super().__init__()
        self.shape = shape
        self.embedding = table_of(feature_count, shape.embedding)
        nn.init.normal_(self.embedding.weight[:-1], std=0.1)
        self.layers = nn.ModuleList(
            Convolution(shape.embedding if index == 0 else shape.hidden, shape.hidden, dilation)
            for index, dilation in enumerate(shape.dilations)
        )
        self.attention = Attention(shape.hidden, shape.attention) if shape.attention else None
        self.head = nn.Linear(shape.hidden, label_count)
        self.dropout = nn.Dropout(0.1)

    def deepened(self, shape: Shape) -> Tagger:
        """The same tagger with the convolutions `shape` has more, before the attention, which pass on what they get.

        A deeper tagger so begins where the shallower one stands, instead of from nothing.
        """
        more = len(shape.dilations) - len(self.layers)
        if more <= 0:
            return self
        features, labels = self.embedding.num_embeddings, self.head.out_features
        deeper = Tagger(features, labels, shape)
        own = [layer.dilation for layer in self.layers]
        if [*shape.dilations[: len(own) - 1], shape.dilations[-1]] != own:
            raise ValueError(f"convolutions {shape.dilations} do not continue {own}")
        deeper.embedding, deeper.attention, deeper.head = self.embedding, self.attention, self.head
        *first, last = self.layers
        new = list(deeper.layers[len(first) : -1])
        for layer in new:
            layer.pass_on(first[-1].norm)
        deeper.layers = nn.ModuleList([*first, *new, last])
        return deeper

    @torch.no_grad()
    def knowing(self, feature_count: int) -> Tagger:
        """The same tagger with rows for the features that came behind those it knows, which say nothing yet."""
        table = self.embedding.weight
        if len(table) < feature_count:
            more = table_of(feature_count, table.shape[1])
            more.weight.zero_()
            more.weight[: len(table)] = table
            self.embedding = more
        return self

    def embed(self, batch: Batch) -> torch.Tensor:
        weights = None
        if self.training:
            weights = torch.ones(len(batch.word_ids))
            hidden = torch.rand(len(batch.word_offsets)) < HIDDEN_WORDS
            # The first id of a word is the word itself.
            weights[batch.word_offsets[hidden]] = 0.0
        words = self.embedding(batch.word_ids, batch.word_offsets, per_sample_weights=weights)
        rows, longest, ids = batch.position.shape
        position = self.embedding(batch.position.view(-1, ids)).view(rows, longest, -1)
        return F.embedding(batch.word, words) + position

    def encode(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        for index, layer in enumerate(self.layers):
            # The attention stands before the last convolution, which spreads what it found to the neighbours.
            if self.attention is not None and index == len(self.layers) - 1:
                x = self.attention(x, mask)
            x = layer(x, mask)
        return x

    def forward(self, batch: Batch) -> torch.Tensor:
        mask = batch.mask.unsqueeze(-1).float()
        x = self.dropout(self.embed(batch)) * mask
        return self.head(self.dropout(self.encode(x, mask)))
