"""The judge: looks closely at each box the detector proposes, and says as which kinds it is right."""

import torch
import torch.nn.functional as F
from torch import nn

from detector import faded, overlaps
from kinds import KINDS
from pairs import paired
from photos import FILL
from trunk import DEEPEST, DEEPEST_CHANNELS, Trunk

CROP = 128  # pixels of a crop's side
CANDIDATES = 20  # boxes of a photo that are looked at closely
SAME_BOX = 0.7  # boxes that overlap more share one crop
# A window shows its box with surroundings. A ring alone is a few grey pixels: on a hand it is a ring,
# so the window never gets smaller than a part of the photo.
WINDOW_OF_BOX, WINDOW_OF_PHOTO = 1.4, 0.06
# Beyond this many photo pixels to a crop pixel, a window is cut from the photo at half its size.
HALVE_FROM = 2.0
VEIL = 0.5  # how much of the surroundings is grey, so that the network sees which box is meant
DETECTOR_SHARE = 0.5  # of a score; the rest is the judge's


def shaken(boxes, strength):
    size = boxes[..., 2:] - boxes[..., :2]
    return boxes + torch.randn_like(boxes).clamp(-2, 2) * strength * torch.cat([size, size], -1)


def windows_of(boxes, longest):
    """Squares [.., 3] (x, y, side) about the middles of the boxes."""
    side = WINDOW_OF_BOX * (boxes[..., 2:] - boxes[..., :2]).amax(-1) + WINDOW_OF_PHOTO * longest
    corner = (boxes[..., :2] + boxes[..., 2:]) / 2 - side[..., None] / 2
    return torch.cat([corner, side[..., None]], -1)


def cut(pictures, owner, windows, crop=CROP):
    """Crops [N, 3, crop, crop] of `pictures[owner]`, grey beyond the edge."""
    steps = (torch.arange(crop, device=windows.device) + 0.5) / crop
    across = windows[:, None, 0] + steps * windows[:, None, 2]
    down = windows[:, None, 1] + steps * windows[:, None, 2]
    height, width = pictures.shape[2:]
    places = torch.stack(
        [
            (across / width * 2 - 1)[:, None, :].expand(-1, crop, -1),
            (down / height * 2 - 1)[:, :, None].expand(-1, -1, crop),
        ],
        -1,
    )
    crops = torch.empty(len(owner), 3, crop, crop, device=pictures.device)
    halved = windows[:, 2] > HALVE_FROM * crop
    for level, chosen in ((pictures, ~halved), (F.avg_pool2d(pictures, 2), halved)):
        # A crop needs a copy of its whole photo: a few at a time, or they would fill the memory.
        for part in chosen.nonzero()[:, 0].split(96):
            crops[part] = F.grid_sample(level[owner[part]], places[part], align_corners=False, padding_mode="border")
    outside = (places.abs() > 1).any(-1)
    return torch.where(outside[:, None], float(FILL), crops)


class Judge(nn.Module):
    def __init__(self, trunk_folder, width=256, drop=0.2):
        super().__init__()
        self.trunk = Trunk(trunk_folder, DEEPEST)
        self.deep = nn.Conv2d(DEEPEST_CHANNELS, 64, 1)
        features = 2 * DEEPEST_CHANNELS + 64 * (CROP // 32) ** 2 + 2
        self.kinds = nn.Sequential(
            nn.Linear(features, width), nn.ReLU(), nn.Dropout(drop), nn.Linear(width, len(KINDS))
        )
        nn.init.constant_(self.kinds[-1].bias, -2.0)

    def forward(self, crops, shares):
        """Logits [N, kinds] that a box is right as each kind.

        `shares` [N, 2] is how much of its window the box takes, across and down.
        """
        deepest = self.trunk(veiled(crops, shares))
        where = F.relu(self.deep(deepest)).flatten(1)
        pooled = torch.cat([deepest.mean((2, 3)), deepest.amax((2, 3))], 1)
        return self.kinds(torch.cat([pooled, where, shares], 1)).float()


def veiled(crops, shares):
    place = ((torch.arange(CROP, device=crops.device) + 0.5) / CROP * 2 - 1).abs()
    inside = (place < shares[:, :1])[:, None, None, :] & (place < shares[:, 1:])[:, None, :, None]
    return torch.where(inside, crops, crops * (1 - VEIL) + FILL * VEIL)


class Certainties(nn.Module):
    """What is exported: probabilities instead of logits."""

    def __init__(self, judge):
        super().__init__()
        self.judge = judge

    def forward(self, crops, shares):
        return torch.sigmoid(self.judge(crops, shares))


def first_alike(boxes):
    """For each box [N, 4] the first one that overlaps it so much that one crop shows both."""
    alike = (overlaps(boxes[None], boxes[None])[0] > SAME_BOX).tolist()
    shown = []
    for n, row in enumerate(alike):
        shown.append(next((m for m in range(n) if shown[m] == m and row[m]), n))
    return torch.tensor(shown, device=boxes.device)


def second_look(judge, picture, boxes, scores, kinds, longest):
    """One photo's detections, best first, judged: as the product does it, which also cuts them to the photo.

    The detector saw the whole photo, the judge the details, and both must be sure.
    """
    boxes, scores, kinds = boxes[:CANDIDATES], scores[:CANDIDATES], kinds[:CANDIDATES]
    shown = first_alike(boxes)
    windows = windows_of(boxes, longest)
    crops = cut(picture, torch.zeros_like(shown), windows)
    certain = torch.sigmoid(judge(crops, (boxes[:, 2:] - boxes[:, :2]) / windows[:, 2:]))[shown]
    sure = certain.gather(1, kinds[:, None])[:, 0]
    scores, order = (scores**DETECTOR_SHARE * sure ** (1 - DETECTOR_SHARE)).sort(descending=True)
    boxes, kinds = boxes[order], kinds[order]
    return paired(boxes, faded(boxes[None], scores[None], kinds[None])[0], kinds)
