"""Trains, exports and scores the judge of a trained detector.

    python3 train_judge.py PACKED OUTPUT DETECTOR.onnx START.onnx

In each changed picture the detector proposes boxes; the judge learns which of them are right, and as
which kinds. It goes on from an exported judge, once for each seed; the mean of their weights is kept.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from augment import training_batch
from average_precision import evaluate_boxes, rounded_scores
from average_precision import overlaps as overlaps_of
from detector import STRIDE, Decoder, overlaps
from export import export_judge, load_exported
from fitting import AveragedWeights, cosine_schedule, fitted_at_once, fix_seeds, learn, optimiser_for
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
from photos import PhotoSet, boxed_entries, mixed, shop_entries, tagged_photos
from pseudo_labels import pseudo_entries
from train_detector import read_detector

VERSION = "5"
# A box that overlaps an item less is wrong, one that overlaps it more is right; between, it is in part.
WRONG_UNTIL, RIGHT_FROM = 0.3, 0.7
SHIPPED = Path(__file__).parents[2] / "models" / "judge.json"


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


def fit(photos, held_out, detector, options, seed, device):
    fix_seeds(seed)
    decoder = Decoder(detector).to(device).eval()
    model = load_exported(Judge(options.packed / "trunk"), options.start, "judge.")
    model = model.to(device).to(memory_format=torch.channels_last)
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
        with torch.autocast(device, torch.bfloat16):
            logits = model(crops.contiguous(memory_format=torch.channels_last), shares)
        loss = judging_loss(logits, near, boxes, kinds, certainty_at(weights, near))
        learn(loss, model, optimiser, schedule, average)
        if (step + 1) % options.report_every == 0 or step + 1 == options.steps:
            print(f"seed {seed} step {step + 1} {time.time() - started:.0f}s loss {loss.item():.3f}", flush=True)
            for name, photos_held in held_out.items():
                judged = second_looks(average.model, decoder, photos_held)
                report = evaluate_boxes(*judged)
                means = f"categories {report['categories_mean']:.3f} kinds {report['kinds_mean']:.3f}"
                print(f"{name} AP50 {means}", {kind: round(ap, 2) for kind, ap in report["kinds"].items()}, flush=True)
    return average.model


def shown_in_shop(detections, truths, thresholds):
    """Shares of shop photos whose garment is shown, and whose surest box on it names the right kind."""
    least = np.array([thresholds[kind] for kind in KINDS])
    found = right = 0
    for (boxes, scores, kinds), (true_boxes, true_kinds) in zip(detections, truths):
        fits = (overlaps_of(true_boxes[0], boxes) >= 0.5) & (scores >= least[kinds])
        found += int(fits.any())
        right += int(fits.any() and kinds[np.where(fits, scores, -1).argmax()] == true_kinds[0])
    return {"found": round(found / len(truths), 3), "kindRight": round(right / len(truths), 3), "photos": len(truths)}


def describe(seen):
    # Of what the product sees in the original photos, so not measured here: `npm run vision -- box-thresholds`.
    thresholds = json.loads(SHIPPED.read_text())["thresholds"]
    scores = {name: rounded_scores(evaluate_boxes(*seen[name])) for name in ("street", "street2", "streetAsLabelled", "demo")}
    return {
        "version": VERSION,
        "inputSize": CROP,
        "candidates": CANDIDATES,
        "sameBox": SAME_BOX,
        "windowOfBox": WINDOW_OF_BOX,
        "windowOfPhoto": WINDOW_OF_PHOTO,
        "halveFrom": HALVE_FROM,
        "detectorShare": DETECTOR_SHARE,
        "thresholds": thresholds,
        "scores": scores | {"shop": shown_in_shop(*seen["shop"], thresholds)},
    }


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("detector", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("--canvas", type=int, default=640, help="pixels of a training picture")
    parser.add_argument("--store", type=int, default=640, help="pixels of a stored photo")
    parser.add_argument("--size", type=int, default=704, help="the detector's inputSize, to score at")
    parser.add_argument("--batch", type=int, default=24, help="pictures")
    parser.add_argument("--proposals", type=int, default=16, help="boxes of a picture")
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--tagged-weight", type=float, default=1.0)
    parser.add_argument("--demo-share", type=float, default=0.35, help="of the pictures in a batch")
    parser.add_argument("--shop-share", type=float, default=0.25)
    parser.add_argument("--trunk-rate", type=float, default=2e-4)
    parser.add_argument("--head-rate", type=float, default=5e-4)
    parser.add_argument("--seeds", type=int, nargs="+", default=[7, 8, 9])
    parser.add_argument("--report-every", type=int, default=500)
    return parser.parse_args()


def held_out_photos(options, device):
    return {
        "street": PhotoSet(boxed_entries(options.packed, "street-val.zip"), options.size, device),
        "street2": PhotoSet(boxed_entries(options.packed, "street-val2.zip"), options.size, device),
        "demo": PhotoSet(boxed_entries(options.packed, "demo-val.zip"), options.size, device),
        "shop": PhotoSet(shop_entries(options.packed, ["val"]), options.size, device),
    }


def fit_one(seed, options):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    detector = read_detector(options.packed, options.detector, device)
    street = boxed_entries(options.packed, "street-train.zip", apart=True)
    street += pseudo_entries(detector, list(tagged_photos(options.packed)), options, device)
    entries = mixed(
        (street, 1 - options.demo_share - options.shop_share),
        (boxed_entries(options.packed, "demo-train*.zip", apart=True), options.demo_share),
        (shop_entries(options.packed, ["train"]), options.shop_share),
    )
    photos = PhotoSet(entries, options.store, device)
    return fit(photos, held_out_photos(options, device), detector, options, seed, device)


def main():
    options = read_options()
    options.output.mkdir(parents=True, exist_ok=True)
    judge = fitted_at_once(fit_one, options, Judge(options.packed / "trunk"))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    decoder = Decoder(read_detector(options.packed, options.detector, device)).to(device).eval()
    held_out = held_out_photos(options, device)
    judge = judge.to(device).eval()
    seen = {name: second_looks(judge, decoder, photos) for name, photos in held_out.items()}
    as_labelled = boxed_entries(options.packed, "street-val.zip", original=True)
    seen["streetAsLabelled"] = seen["street"][0], PhotoSet(as_labelled, options.size, device).truths()
    export_judge(Certainties(judge), options.output / "judge.onnx", CROP)
    (options.output / "judge.json").write_text(json.dumps(describe(seen), indent=2) + "\n")


if __name__ == "__main__":
    main()
