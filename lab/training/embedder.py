"""The embedder: how an item looks, which colours it has and what kind of thing it is, as one unit vector."""

import torch
import torch.nn.functional as F
from torch import nn

from colours import SIGNATURE, signature
from kinds import KINDS
from trunk import DEEPEST, DEEPEST_CHANNELS, Trunk

# How much of the similarity of two items each part decides.
LOOK_SHARE, COLOUR_SHARE, KIND_SHARE = 0.66, 0.17, 0.17
POOLED = 2 * DEEPEST_CHANNELS


class Head(nn.Module):
    def __init__(self, look_dimensions=192, colour_dimensions=64):
        super().__init__()
        self.project = nn.Linear(POOLED, look_dimensions)
        self.colours = nn.Linear(SIGNATURE, colour_dimensions)
        self.kind = nn.Linear(POOLED, len(KINDS))
        self.dimensions = look_dimensions + colour_dimensions + len(KINDS)

    def look(self, pooled):
        return F.normalize(self.project(pooled).float(), dim=1)

    def forward(self, pooled, colours):
        """The unit vector, and the kinds' logits for training."""
        kinds = self.kind(pooled)
        # Roots of probabilities have length 1, and the dot product of two of them says how alike they are.
        parts = [
            self.look(pooled) * LOOK_SHARE**0.5,
            F.normalize(self.colours(colours), dim=1) * COLOUR_SHARE**0.5,
            torch.softmax(kinds, 1).clamp(min=1e-7).sqrt() * KIND_SHARE**0.5,
        ]
        return torch.cat(parts, 1), kinds


class Embedder(nn.Module):
    def __init__(self, trunk_folder):
        super().__init__()
        self.trunk = Trunk(trunk_folder, DEEPEST)
        self.head = Head()

    def pooled(self, crops):
        # The mean keeps colour and texture, the maximum keeps single telling details.
        deepest = self.trunk(crops)
        return torch.cat([deepest.mean((2, 3)), deepest.amax((2, 3))], 1)

    def forward(self, crops):
        return self.head(self.pooled(crops).float(), signature(crops))[0]
