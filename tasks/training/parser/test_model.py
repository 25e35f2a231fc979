"""What a tagger keeps when it grows."""

from __future__ import annotations

import unittest

import torch

from model import Shape, Tagger

SHALLOW = Shape(embedding=16, hidden=32, dilations=(1, 2, 8), attention=8)
DEEP = Shape(embedding=16, hidden=32, dilations=(1, 2, 1, 8), attention=8)


class Deepened(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(7)
        self.tagger = Tagger(50, 5, SHALLOW).eval()

    def scores(self, tagger: Tagger) -> torch.Tensor:
        generator = torch.Generator().manual_seed(3)
        with torch.no_grad():
            return tagger.head(tagger.encode(torch.randn(4, 11, 16, generator=generator), torch.ones(4, 11, 1)))

    def test_a_deeper_tagger_begins_with_what_the_shallower_one_says(self) -> None:
        before = self.scores(self.tagger)
        after = self.scores(self.tagger.deepened(DEEP).eval())
        self.assertLess(float((after - before).abs().mean()), 0.1 * float(before.abs().mean()))

    def test_the_new_convolution_learns(self) -> None:
        deeper = self.tagger.deepened(DEEP)
        deeper.encode(torch.randn(4, 11, 16), torch.ones(4, 11, 1)).square().sum().backward()
        self.assertGreater(float(deeper.layers[2].mix.weight.grad.abs().sum()), 0.0)

    def test_a_tagger_as_deep_stays_what_it_is(self) -> None:
        self.assertIs(self.tagger.deepened(SHALLOW), self.tagger)

    def test_convolutions_that_do_not_continue_its_own_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "do not continue"):
            self.tagger.deepened(Shape(embedding=16, hidden=32, dilations=(4, 2, 1, 8), attention=8))


class Knowing(unittest.TestCase):
    def test_a_tagger_with_more_features_keeps_its_own_and_the_last_one_adds_nothing(self) -> None:
        torch.manual_seed(7)
        before = Tagger(50, 5, SHALLOW)
        table = before.embedding.weight.detach().clone()
        after = before.knowing(60)
        self.assertTrue(torch.equal(after.embedding.weight[:50], table))
        with torch.no_grad():
            after.embedding.weight[50:] = 1.0
            plain, hinted, unhinted = after.embedding(torch.tensor([[3, 4, 59], [3, 4, 55], [3, 4, 59]]))
        self.assertTrue(torch.equal(plain, unhinted))
        self.assertTrue(torch.allclose(hinted, plain + 1.0))


if __name__ == "__main__":
    unittest.main()
