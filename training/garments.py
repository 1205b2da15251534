"""Photos of single garments, seen as the judge sees a box: one more lesson in what is which kind."""

from pathlib import Path

import numpy as np
import torch

from augment import recolour
from judge import cut, shaken, windows_of
from kinds import KIND_OF_LABEL, KINDS
from photos import letterbox, read_archive

STORE = 184  # pixels of a stored photo's longest side
SHAKE = 0.04  # how far the sides of a box move, of its size


class Garments:
    def __init__(self, packed, device):
        pictures, _ = read_archive(Path(packed) / "garments.zip")
        named = [(KIND_OF_LABEL[name.split("/")[0]], picture) for name, picture in pictures.items()]
        squares = [letterbox(picture, STORE) for _, picture in named]
        stacked = np.stack([square for square, _ in squares])
        self.pictures = torch.from_numpy(stacked).permute(0, 3, 1, 2).contiguous().to(device)
        self.kinds = torch.tensor([KINDS.index(kind) for kind, _ in named], device=device)
        extents = [[p.shape[1] * scale, p.shape[0] * scale] for (_, p), (_, scale) in zip(named, squares)]
        self.extent = torch.tensor(extents, dtype=torch.float32, device=device)
        counts = torch.bincount(self.kinds, minlength=len(KINDS)).float().clamp(min=1)
        self.weight = counts.rsqrt()[self.kinds]

    def views(self, count):
        """Changed close-ups of garments, how much of each its box takes, and which kinds they are."""
        index = torch.multinomial(self.weight, count, replacement=True)
        extent = self.extent[index]
        boxes = shaken(torch.cat([torch.zeros_like(extent), extent], 1), SHAKE)
        windows = windows_of(boxes, STORE)
        crops = cut(self.pictures[index].float(), torch.arange(count, device=index.device), windows)
        mirrored = torch.rand(count, 1, 1, 1, device=index.device) < 0.5
        crops = recolour(torch.where(mirrored, crops.flip(3), crops))
        kinds = torch.nn.functional.one_hot(self.kinds[index], len(KINDS)).float()
        return crops, (boxes[:, 2:] - boxes[:, :2]) / windows[:, 2:], kinds
