"""Trains, exports and scores the judge of a trained detector.

    python3 train_judge.py PACKED OUTPUT DETECTOR.pt

In each changed picture the detector proposes boxes; the judge learns which of them are right, and as
which kinds. Its trunk goes on from the detector's.
"""

import argparse
import json
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from augment import training_batch
from average_precision import evaluate_boxes, rounded_scores
from detector import STRIDE, Decoder, overlaps
from export import export_judge
from fitting import AveragedWeights, cosine_schedule, fix_seeds, learn, optimiser_for
from garments import Garments
from judge import (
    CANDIDATES,
    CROP,
    DETECTOR_SHARE,
    HALVE_FROM,
    SAME_BOX,
    WINDOW_OF_BOX,
    WINDOW_OF_PHOTO,
    Certainties,
    Judge,
    cut,
    second_look,
    shaken,
    windows_of,
)
from kinds import KINDS
from photos import PhotoSet, boxed_entries, mixed, tagged_photos
from pseudo_labels import pseudo_entries
from train_detector import load_detector

VERSION = "2"
# A box that overlaps an item less is wrong, one that overlaps it more is right; between, it is in part.
WRONG_UNTIL, RIGHT_FROM = 0.3, 0.7
GARMENT_WEIGHT = 0.3  # of the single garments in the loss
# A kind with a handful of held-out items may give an optimum that lets everything through.
LEAST_THRESHOLD = 0.12


@torch.no_grad()
def proposals(decoder, pictures, boxes, kinds, count):
    """Boxes [B, count, 4] to judge: what the detector sees, and true boxes moved a little."""
    found, scores, _ = decoder(pictures)
    near = torch.cat([shaken(found, 0.04), shaken(boxes, 0.12)], 1)
    chance = torch.cat([scores.sqrt() + 0.01, 0.3 * (kinds >= 0)], 1)
    side = pictures.shape[-1]
    fits = (near[..., 2:] - near[..., :2] > 2).all(-1) & (near[..., :2] < side).all(-1) & (near[..., 2:] > 0).all(-1)
    chosen = torch.multinomial(torch.where(fits, chance, 1e-6), count)
    return near.gather(1, chosen[..., None].expand(-1, -1, 4)).clamp(-0.2 * side, 1.2 * side)


def judging_loss(logits, proposed, boxes, kinds, certain):
    """How wrong the judgements of the proposed boxes are, where the photo is certain about a kind."""
    seen = overlaps(proposed, boxes) * (kinds >= 0)[:, None]
    best = torch.zeros(*seen.shape[:2], len(KINDS), device=boxes.device)
    best.scatter_reduce_(2, kinds.clamp(min=0)[:, None].expand(-1, seen.shape[1], -1), seen, "amax")
    target = ((best - WRONG_UNTIL) / (RIGHT_FROM - WRONG_UNTIL)).clamp(0, 1).flatten(0, 1)
    wrong = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    return (wrong * certain).sum() / len(logits)


def certainty_at(weights, boxes):
    """Which kinds the photo under each box is certain about, [N, kinds]."""
    cells = weights.shape[-1]
    middle = ((boxes[..., :2] + boxes[..., 2:]) / 2 / STRIDE).long().clamp(0, cells - 1)
    place = (middle[..., 1] * cells + middle[..., 0])[:, None].expand(-1, weights.shape[1], -1)
    return weights.flatten(2).gather(2, place).transpose(1, 2).flatten(0, 1)


@torch.no_grad()
def second_looks(judge, decoder, photos, batch=16):
    """Detections and true boxes of every photo, as `evaluate_boxes` wants them."""
    longest, detections = photos.pictures.shape[-1], []
    for start in range(0, len(photos.pictures), batch):
        pictures = photos.pictures[start : start + batch].float()
        for picture, *found in zip(pictures, *decoder(pictures)):
            judged = second_look(judge, picture[None], *found, longest)
            detections.append(tuple(value.cpu().numpy() for value in judged))
    return detections, photos.truths()


def fit(entries, held_out, detector, options, device):
    fix_seeds(options.seed)
    photos = PhotoSet(entries, options.store, device)
    garments = Garments(options.packed, device)
    decoder = Decoder(detector).to(device).eval()
    model = Judge(options.packed / "trunk").to(device).to(memory_format=torch.channels_last)
    model.trunk.load_state_dict(detector.trunk.state_dict(), strict=False)  # a judge needs no pyramid
    average = AveragedWeights(model)
    optimiser = optimiser_for(model, options.trunk_rate, options.head_rate)
    schedule = cosine_schedule(optimiser, options.steps)
    started = time.time()
    for step in range(options.steps):
        index = torch.multinomial(photos.weight, options.batch).to(device)
        pictures, boxes, kinds, weights = training_batch(photos, index, options.canvas, STRIDE)
        near = proposals(decoder, pictures, boxes, kinds, options.proposals)
        owner = torch.arange(len(index), device=device).repeat_interleave(options.proposals)
        windows = windows_of(near.flatten(0, 1), options.canvas)
        crops = cut(pictures, owner, windows)
        shares = (near[..., 2:] - near[..., :2]).flatten(0, 1) / windows[:, 2:]
        single_crops, single_shares, single_kinds = garments.views(options.garments)
        crops, shares = torch.cat([crops, single_crops]), torch.cat([shares, single_shares])
        with torch.autocast(device, torch.bfloat16):
            logits = model(crops.contiguous(memory_format=torch.channels_last), shares)
        wrong = F.binary_cross_entropy_with_logits(logits[len(owner) :], single_kinds, reduction="none")
        loss = judging_loss(logits[: len(owner)], near, boxes, kinds, certainty_at(weights, near))
        loss = loss + GARMENT_WEIGHT * wrong.sum() / len(single_kinds)
        learn(loss, model, optimiser, schedule, average)
        if (step + 1) % options.report_every == 0 or step + 1 == options.steps:
            print(f"step {step + 1} {time.time() - started:.0f}s loss {loss.item():.3f}", flush=True)
            for name, photos_held in held_out.items():
                report = evaluate_boxes(*second_looks(average.model, decoder, photos_held))
                means = f"categories {report['categories_mean']:.3f} kinds {report['kinds_mean']:.3f}"
                print(f"{name} AP50 {means}", {kind: round(ap, 2) for kind, ap in report["kinds"].items()}, flush=True)
    return average.model


def shared_thresholds(seen):
    """Best F1 over both worlds at once, the real one counted twice: alone, it has a handful of ties."""
    pools = [seen["street"], *seen.values()]
    detections, truths = ([photo for pool in pools for photo in pool[n]] for n in (0, 1))
    thresholds = evaluate_boxes(detections, truths)["thresholds"]
    return {kind: max(value, LEAST_THRESHOLD) for kind, value in thresholds.items()}


def describe(seen):
    return {
        "version": VERSION,
        "inputSize": CROP,
        "candidates": CANDIDATES,
        "sameBox": SAME_BOX,
        "windowOfBox": WINDOW_OF_BOX,
        "windowOfPhoto": WINDOW_OF_PHOTO,
        "halveFrom": HALVE_FROM,
        "detectorShare": DETECTOR_SHARE,
        "thresholds": {kind: round(value, 3) for kind, value in shared_thresholds(seen).items()},
        "scores": {name: rounded_scores(evaluate_boxes(*pool)) for name, pool in seen.items()},
    }


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("detector", type=Path)
    parser.add_argument("--canvas", type=int, default=640, help="pixels of a training picture")
    parser.add_argument("--store", type=int, default=640, help="pixels of a stored photo")
    parser.add_argument("--size", type=int, default=704, help="the detector's inputSize, to score at")
    parser.add_argument("--width", type=int, default=96, help="of the detector")
    parser.add_argument("--batch", type=int, default=24, help="pictures")
    parser.add_argument("--proposals", type=int, default=16, help="boxes of a picture")
    parser.add_argument("--garments", type=int, default=64, help="photos of single garments in a step")
    parser.add_argument("--steps", type=int, default=7800)
    parser.add_argument("--tagged-weight", type=float, default=1.0)
    parser.add_argument("--demo-share", type=float, default=0.65, help="of the pictures in a batch")
    parser.add_argument("--trunk-rate", type=float, default=4e-4)
    parser.add_argument("--head-rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--report-every", type=int, default=500)
    return parser.parse_args()


def main():
    options = read_options()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options.output.mkdir(parents=True, exist_ok=True)
    detector = load_detector(options.detector, options, device)
    street = boxed_entries(options.packed, "street-train.zip", apart=True)
    boxed = pseudo_entries([detector], list(tagged_photos(options.packed)), options, device)
    illustrated = boxed_entries(options.packed, "demo-train*.zip", apart=True)
    both = mixed(street + boxed, illustrated, options.demo_share)
    held_out = {
        name: PhotoSet(entries, options.size, device)
        for name in ("street", "demo")
        for entries in [boxed_entries(options.packed, f"{name}-val.zip")]
        if entries
    }
    judge = fit(both, held_out, detector, options, device)
    torch.save(judge.state_dict(), options.output / "judge.pt")
    decoder = Decoder(detector).to(device).eval()
    seen = {name: second_looks(judge, decoder, photos) for name, photos in held_out.items()}
    export_judge(Certainties(judge), options.output / "judge.onnx", CROP)
    (options.output / "judge.json").write_text(json.dumps(describe(seen), indent=2) + "\n")


if __name__ == "__main__":
    main()
