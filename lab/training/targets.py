"""Training targets and losses of the detector (the TTFNet recipe, with sampled box points)."""

import torch

from detector import STRIDE, boxes_at, distances
from kinds import KINDS, LAYER_COUNT, LAYER_OF_KIND

SPREAD = 0.54 / 6
POINTS_PER_BOX = 9
LEAST_POINT_SPREAD = 3.5  # pixels: the peak of a tiny item often lies a cell beside its middle


def heat_targets(boxes, kinds, cells):
    """One Gaussian per box on its kind's map, [B, kinds, cells, cells]; the middle cell is 1."""
    valid = kinds >= 0
    middle = ((boxes[..., :2] + boxes[..., 2:]) / 2 / STRIDE).floor().clamp(0, cells - 1)
    spread = ((boxes[..., 2:] - boxes[..., :2]) / STRIDE * SPREAD).clamp(min=0.6)
    axis = torch.arange(cells, device=boxes.device)
    across = torch.exp(-((axis - middle[..., :1]) ** 2) / (2 * spread[..., :1] ** 2))
    down = torch.exp(-((axis - middle[..., 1:]) ** 2) / (2 * spread[..., 1:] ** 2))
    bumps = down[..., :, None] * across[..., None, :] * valid[..., None, None]
    heat = torch.zeros(len(boxes), len(KINDS), cells * cells, device=boxes.device)
    rows = kinds.clamp(min=0)[..., None].expand(-1, -1, cells * cells)
    heat.scatter_reduce_(1, rows, bumps.flatten(2), "amax")
    return heat.view(len(boxes), len(KINDS), cells, cells)


def heat_loss(logits, target, weights):
    """Penalty-reduced focal loss of CenterNet, per true box."""
    log_p, log_q = torch.nn.functional.logsigmoid(logits), torch.nn.functional.logsigmoid(-logits)
    p = logits.sigmoid()
    positive = target.eq(1)
    loss = torch.where(positive, -log_p * (1 - p) ** 2, -log_q * p**2 * (1 - target) ** 4)
    return (loss * weights).sum() / positive.sum().clamp(min=1)


def taught_loss(heat, sides, taught_heat, taught_sides, box_count):
    """How far a student's maps are from its teachers' probabilities and side distances.

    Each place of the heat map counts as much as it is wrong (quality focal loss): the empty places
    are a thousand times as many, and nearly right from the start. Sides count where the teachers see
    something.
    """
    wrong = (heat.sigmoid() - taught_heat).abs().detach()
    loss = torch.nn.functional.binary_cross_entropy_with_logits(heat, taught_heat, reduction="none")
    # What a perfect student would still pay is taken off, so that the figure can be read.
    least = torch.nn.functional.binary_cross_entropy(taught_heat, taught_heat, reduction="none")
    heat_part = (wrong * (loss - least)).sum() / box_count.clamp(min=1)
    by_layer = [
        taught_heat[:, [n for n, own in enumerate(LAYER_OF_KIND) if own == layer]].amax(1)
        for layer in range(LAYER_COUNT)
    ]
    seen = torch.stack(by_layer, 1)[:, :, None]
    apart = (sides - taught_sides).abs().unflatten(1, (LAYER_COUNT, 4))
    return heat_part, (apart * seen).sum() / (4 * seen.sum()).clamp(min=1)


def box_loss(sides, boxes, kinds):
    """1 - GIoU at points drawn about the middle of each box, as the Gaussian would weight them."""
    height, width = sides.shape[2:]
    valid = kinds >= 0
    spread = ((boxes[..., 2:] - boxes[..., :2]) * SPREAD).clamp(min=LEAST_POINT_SPREAD)
    offsets = torch.randn(*boxes.shape[:2], POINTS_PER_BOX, 2, device=boxes.device).clamp(-2, 2)
    offsets[:, :, 0] = 0  # the middle itself, where the peak will be read
    points = (boxes[..., :2] + boxes[..., 2:])[:, :, None] / 2 + offsets * spread[:, :, None]
    cell = (points / STRIDE).floor()
    place = cell[..., 1].clamp(0, height - 1) * width + cell[..., 0].clamp(0, width - 1)
    layer = torch.tensor(LAYER_OF_KIND, device=boxes.device)[kinds.clamp(min=0)]
    layer = layer[..., None].expand(-1, -1, POINTS_PER_BOX)
    predicted = boxes_at(distances(sides), layer.flatten(1), place.long().flatten(1))
    wanted = boxes[:, :, None].expand(-1, -1, POINTS_PER_BOX, -1).flatten(1, 2)
    loss = 1 - generalised_overlap(predicted, wanted)
    mask = valid[..., None].expand(-1, -1, POINTS_PER_BOX).flatten(1)
    return (loss * mask).sum() / mask.sum().clamp(min=1)


def generalised_overlap(a, b):
    low, high = torch.maximum(a[..., :2], b[..., :2]), torch.minimum(a[..., 2:], b[..., 2:])
    shared = (high - low).clamp(min=0).prod(-1)
    union = (a[..., 2:] - a[..., :2]).prod(-1) + (b[..., 2:] - b[..., :2]).prod(-1) - shared
    around = torch.maximum(a[..., 2:], b[..., 2:]) - torch.minimum(a[..., :2], b[..., :2])
    around = around.prod(-1).clamp(min=1e-6)
    return shared / union.clamp(min=1e-6) - (around - union) / around
