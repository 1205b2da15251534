"""The embedder: the trunk's deepest map, pooled and projected to a unit vector."""

import torch
import torch.nn.functional as F
from torch import nn

from trunk import DEEPEST, DEEPEST_CHANNELS, Trunk


class Embedder(nn.Module):
    def __init__(self, trunk_folder, dimensions):
        super().__init__()
        self.trunk = Trunk(trunk_folder, DEEPEST)
        # The mean keeps colour and texture, the maximum keeps single telling details.
        self.project = nn.Linear(2 * DEEPEST_CHANNELS, dimensions)

    def forward(self, crops):
        deepest = self.trunk(crops)
        pooled = torch.cat([deepest.mean((2, 3)), deepest.amax((2, 3))], 1)
        return F.normalize(self.project(pooled).float(), dim=1)
