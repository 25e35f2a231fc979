"""The word-level tagger: summed feature embeddings, four dilated convolutions, one label row a token.

The convolutions are written as "concatenate three shifted copies, multiply by one matrix", which is how the
exported graph computes them: ONNX Runtime quantises MatMul well and Conv badly (4x slower than fp32).
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from corpus import Batch

EMBEDDING = 96
HIDDEN = 128
DILATIONS = (1, 2, 4, 8)
# Share of distinct words whose whole-word row is hidden in a step: the model must read their parts, as it has to
# for words it never met.
HIDDEN_WORDS = 0.15


class Layer(nn.Module):
    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.dilation = dilation
        self.residual = width == HIDDEN
        self.mix = nn.Linear(3 * width, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        d = self.dilation
        padded = F.pad(x, (0, 0, d, d))
        shifted = torch.cat([padded[:, : x.shape[1]], x, padded[:, 2 * d :]], dim=-1)
        y = F.relu(self.mix(shifted))
        return self.norm(x + y if self.residual else y) * mask


class Tagger(nn.Module):
    def __init__(self, feature_count: int, label_count: int) -> None:
        super().__init__()
        self.embedding = nn.EmbeddingBag(feature_count, EMBEDDING, mode="sum")
        nn.init.normal_(self.embedding.weight, std=0.1)
        self.layers = nn.ModuleList(Layer(EMBEDDING if i == 0 else HIDDEN, d) for i, d in enumerate(DILATIONS))
        self.head = nn.Linear(HIDDEN, label_count)
        self.dropout = nn.Dropout(0.1)

    def embed(self, batch: Batch) -> torch.Tensor:
        weights = None
        if self.training:
            weights = torch.ones(len(batch.word_ids))
            hidden = torch.rand(len(batch.word_offsets)) < HIDDEN_WORDS
            # The first id of a word is the word itself.
            weights[batch.word_offsets[hidden]] = 0.0
        words = self.embedding(batch.word_ids, batch.word_offsets, per_sample_weights=weights)
        rows, longest, ids = batch.position.shape
        position = self.embedding(batch.position.view(-1, ids)).view(rows, longest, EMBEDDING)
        return F.embedding(batch.word, words) + position

    def forward(self, batch: Batch) -> torch.Tensor:
        mask = batch.mask.unsqueeze(-1).float()
        x = self.dropout(self.embed(batch)) * mask
        for layer in self.layers:
            x = layer(x, mask)
        return self.head(self.dropout(x))
