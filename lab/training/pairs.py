"""One box round two gloves that look like a pair, by the same rule as `src/server/vision/pairs.ts`.

A box round both hands has its middle on the coat between them, where nothing looks like a glove: the
models know single ones, the labels have pairs.
"""

import torch

from detector import overlaps
from kinds import KINDS

PAIRED_KINDS = {"gloves"}
LEAST_OF_SCORE, LEAST_OF_AREA = 0.5, 0.25  # of the first one's
REACH_IN_SIDES = 10.0
MOST_OVERLAP = 0.2


def paired(boxes, scores, kinds):
    """One photo's detections, pairs joined: the surest first, with the nearest other one."""
    boxes, kept = boxes.clone(), torch.ones(len(boxes), dtype=torch.bool, device=boxes.device)
    single = [n for n in scores.argsort(descending=True).tolist() if KINDS[kinds[n]] in PAIRED_KINDS]
    while single:
        first, *single = single
        fitting = [
            other for other in single
            if kinds[other] == kinds[first] and scores[other] >= LEAST_OF_SCORE * scores[first]
            and is_pair(boxes[first], boxes[other])
        ]  # fmt: skip
        if fitting:
            other = min(fitting, key=lambda n: apart(boxes[first], boxes[n]).item())
            low, high = torch.minimum(boxes[first], boxes[other]), torch.maximum(boxes[first], boxes[other])
            boxes[first], kept[other] = torch.cat([low[:2], high[2:]]), False
            single.remove(other)
    return boxes[kept], scores[kept], kinds[kept]


def apart(a, b):
    return ((a[:2] + a[2:] - b[:2] - b[2:]) / 2).norm()


def is_pair(a, b):
    sizes = torch.stack([(box[2:] - box[:2]).clamp(min=1) for box in (a, b)])
    areas = sizes.prod(1)
    alike = areas.amin() >= LEAST_OF_AREA * areas.amax()
    near = apart(a, b) <= REACH_IN_SIDES * sizes.amax(1).mean()
    return alike and near and overlaps(a[None, None], b[None, None]) < MOST_OVERLAP
