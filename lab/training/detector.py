"""The detector: trunk, a heat map per kind, and four distances to the box sides per layer."""

import torch
import torch.nn.functional as F
from torch import nn

from kinds import CATEGORIES, CATEGORY_NAMES, KINDS, LARGE_LAYERS, LAYER_OF_KIND, SMALL_KINDS
from trunk import PYRAMID, PYRAMID_CHANNELS, Trunk

STRIDE = 4
MOST_DETECTIONS = 100
CATEGORY_OF_KIND = [CATEGORY_NAMES.index(CATEGORIES[kind]) for kind in KINDS]


def separable(inputs, outputs):
    return nn.Sequential(
        nn.Conv2d(inputs, inputs, 5, padding=2, groups=inputs),
        nn.Conv2d(inputs, outputs, 1),
        nn.ReLU(),
    )


class Detector(nn.Module):
    def __init__(self, trunk_folder, width=64):
        super().__init__()
        self.trunk = Trunk(trunk_folder, PYRAMID)
        self.neck = separable(PYRAMID_CHANNELS, width)
        self.heat = nn.Sequential(separable(width, width), nn.Conv2d(width, len(KINDS), 1))
        self.sides = nn.Sequential(separable(width, width), nn.Conv2d(width, 4 * LARGE_LAYERS, 1))
        self.small_sides = nn.Sequential(separable(width, width), nn.Conv2d(width, 4 * len(SMALL_KINDS), 1))
        nn.init.constant_(self.heat[-1].bias, -4.6)  # every place starts as 1% likely
        for sides in (self.sides, self.small_sides):
            nn.init.normal_(sides[-1].weight, std=0.001)
            nn.init.constant_(sides[-1].bias, 1.0)

    def forward(self, images):
        """Heat logits [N, kinds, h, w] and raw side distances [N, layers * 4, h, w]."""
        features = self.neck(self.trunk(images))
        sides = torch.cat([self.sides(features), self.small_sides(features)], 1)
        return self.heat(features).float(), sides.float()


def distances(sides):
    """Raw side maps in pixels."""
    return sides.clamp(-3.5, 4.2).exp() * 16


def boxes_at(pixels, layer, place):
    """Boxes, [N, P, 4], that the distance maps give at these places for these layers."""
    height, width = pixels.shape[2:]
    flat = pixels.flatten(1)
    left, top, right, bottom = (
        flat.gather(1, (layer * 4 + side) * (height * width) + place) for side in range(4)
    )
    x = (place % width).float() * STRIDE + STRIDE / 2
    y = torch.div(place, width, rounding_mode="floor").float() * STRIDE + STRIDE / 2
    return torch.stack([x - left, y - top, x + right, y + bottom], -1)


class Decoder(nn.Module):
    """Turns the maps into the best boxes, best first: peaks and top K. Near duplicates are among them."""

    def __init__(self, detector):
        super().__init__()
        self.detector = detector
        self.register_buffer("layer_of_kind", torch.tensor(LAYER_OF_KIND))

    def forward(self, image):
        heat, sides = self.detector(image)
        return self.decode(heat, sides)

    def decode(self, heat, sides):
        height, width = heat.shape[2:]
        peaks = F.max_pool2d(heat, 5, 1, 2) == heat
        # Only the peaks' logits survive; sigmoid keeps their order, so it waits for the top K.
        kept = torch.where(peaks, heat, torch.full_like(heat, -20.0)).flatten(1)
        logits, index = kept.topk(MOST_DETECTIONS)
        place = index % (height * width)
        kinds = torch.div(index, height * width, rounding_mode="floor")
        # The nine cells about a peak vote on the box: steadier than one cell, most so for jewelry.
        voted = F.avg_pool2d(distances(sides), 3, 1, 1, count_include_pad=False)
        boxes = boxes_at(voted, self.layer_of_kind[kinds], place)
        return boxes, torch.sigmoid(logits), kinds


def overlaps(a, b):
    """Intersection over union within each picture, of boxes [B, N, 4] with [B, M, 4]: [B, N, M]."""
    low = torch.maximum(a[:, :, None, :2], b[:, None, :, :2])
    high = torch.minimum(a[:, :, None, 2:], b[:, None, :, 2:])
    shared = (high - low).clamp(min=0).prod(-1)
    area_a, area_b = ((boxes[..., 2:] - boxes[..., :2]).clamp(min=0).prod(-1) for boxes in (a, b))
    return shared / (area_a[:, :, None] + area_b[:, None, :] - shared).clamp(min=1e-6)


def faded(boxes, scores, kinds, same_kind=3.0, same_category=0.7):
    """The scores by matrix NMS: a box loses for lying on a better one of its kind, less of its category.

    Boxes come best first. One garment can peak twice (as a top and as a dress, or twice along
    its length); plain suppression would also remove a vest worn over a shirt.
    """
    categories = torch.tensor(CATEGORY_OF_KIND, device=kinds.device)[kinds]
    order = torch.arange(boxes.shape[1], device=boxes.device)
    better = (order[:, None] < order[None, :]).float()
    alike = (categories[:, :, None] == categories[:, None, :]).float() * same_category
    alike = torch.where(kinds[:, :, None] == kinds[:, None, :], torch.full_like(alike, same_kind), alike)
    doubt = overlaps(boxes, boxes) ** 2 * alike * better  # [N, better one, this one]
    own_doubt = doubt.amax(1)  # how much each "better one" is itself a duplicate
    decay = torch.exp(-(doubt - own_doubt[:, :, None]).clamp(min=0))
    return scores * decay.amin(1)
