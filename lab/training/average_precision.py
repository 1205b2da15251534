"""AP50 as the model cards report it: all-point interpolation, greedy matching by score."""

import numpy as np

from kinds import CATEGORIES, CATEGORY_NAMES, KINDS


def overlaps(box, others):
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), 1)
    area = np.prod(others[:, 2:] - others[:, :2], 1) + np.prod(box[2:] - box[:2])
    return shared / np.maximum(area - shared, 1e-9)


def match(detections, truths):
    """Hits of one group, best first, with the number of true boxes.

    `detections` and `truths` hold, per photo, (boxes, scores) and boxes.
    """
    ranked = sorted(
        ((score, photo, i) for photo, (_, scores) in enumerate(detections) for i, score in enumerate(scores)),
        key=lambda entry: -entry[0],
    )
    taken = [np.zeros(len(boxes), bool) for boxes in truths]
    hits = np.zeros(len(ranked), bool)
    for rank, (_, photo, i) in enumerate(ranked):
        if len(truths[photo]) == 0:
            continue
        free = np.where(taken[photo], -1, overlaps(detections[photo][0][i], truths[photo]))
        best = int(free.argmax())
        if free[best] >= 0.5:
            taken[photo][best] = hits[rank] = True
    return hits, sum(map(len, truths))


def average_precision(hits, positives):
    if positives == 0:
        return float("nan")
    found = np.cumsum(hits)
    precision = found / np.arange(1, len(hits) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    return float(precision[hits].sum() / positives)


def rounded_scores(report):
    """What a model's facts for programs say of a report."""
    return {
        "ap50PerKind": {kind: round(value, 3) for kind, value in report["kinds"].items()},
        "ap50PerCategory": {name: round(value, 3) for name, value in report["categories"].items()},
        "ap50Kinds": round(report["kinds_mean"], 3),
        "ap50Categories": round(report["categories_mean"], 3),
    }


def evaluate_boxes(detections, truths):
    """AP50 per kind and per category.

    Both lists have one entry per photo: (boxes, scores, kind numbers) and (boxes, kind numbers).
    """

    def group(kinds_in_group):
        chosen = [
            (boxes[keep], scores[keep])
            for boxes, scores, kinds in detections
            for keep in [np.isin(kinds, kinds_in_group)]
        ]
        wanted = [boxes[np.isin(kinds, kinds_in_group)] for boxes, kinds in truths]
        return match(chosen, wanted)

    report = {"kinds": {}, "categories": {}, "counts": {}}
    for number, kind in enumerate(KINDS):
        hits, positives = group([number])
        report["counts"][kind] = positives
        if positives:
            report["kinds"][kind] = average_precision(hits, positives)
    for category in CATEGORY_NAMES:
        hits, positives = group([n for n, kind in enumerate(KINDS) if CATEGORIES[kind] == category])
        if positives:
            report["categories"][category] = average_precision(hits, positives)
    for name in ("kinds", "categories"):
        report[f"{name}_mean"] = float(np.mean(list(report[name].values())))
    return report
