"""Trains, exports and scores the detector.

    python3 train_detector.py PACKED OUTPUT START.onnx

Goes on from an exported detector at half the rates, with street photos, the demo catalogue's illustrated
looks and photos of single garments, once for each seed; the mean of their weights is kept. Of the street photos
and looks it also learns what the detector it started from sees in each changed picture and in its mirror image.
"""

import argparse
import copy
import json
import time
from pathlib import Path

import torch

from augment import training_batch
from average_precision import evaluate_boxes, rounded_scores
from detector import STRIDE, Decoder, Detector, faded, overlaps
from evaluate_detector import evaluate_onnx
from export import export_detector, load_exported
from fitting import AveragedWeights, cosine_schedule, fitted_at_once, fix_seeds, learn, optimiser_for
from kinds import CATEGORIES, KINDS
from pairs import paired
from photos import PhotoSet, boxed_entries, mixed, shop_entries, tagged_photos
from pseudo_labels import mirrored_maps, pseudo_entries
from targets import box_loss, heat_loss, heat_targets, taught_loss

VERSION = "7"
# The longest side for pictures of single products: they fill the picture, so less is enough.
PRODUCT_SIZE = 448
WIDTH = 96  # channels of the heads


@torch.no_grad()
def score(model, photos, device, batch=32):
    """AP50 of a PyTorch model on a PhotoSet, for watching a run; the ONNX file is scored last."""
    decoder, detections = Decoder(model).to(device), []
    for start in range(0, len(photos.pictures), batch):
        # In full precision: bfloat16 makes neighbours equal, and every equal neighbour a peak.
        boxes, scores, kinds = decoder(photos.pictures[start : start + batch].float())
        found = [value.cpu() for value in (boxes, faded(boxes, scores, kinds), kinds)]
        detections += [tuple(value.numpy() for value in paired(*one)) for one in zip(*found)]
    return evaluate_boxes(detections, photos.truths())


@torch.no_grad()
def taught_maps(teacher, pictures, device):
    """The teacher's probabilities and raw sides for these very pictures, averaged with their mirror images."""
    with torch.autocast(device, torch.bfloat16):
        return mirrored_maps(teacher, pictures)


@torch.no_grad()
def found_in_shop(model, photos, device, batch=32, least=0.25):
    """Shares of shop photos whose garment is found, and found as the right kind, by the detector alone."""
    decoder, found, right = Decoder(model).to(device), 0, 0
    for start in range(0, len(photos.pictures), batch):
        boxes, scores, kinds = decoder(photos.pictures[start : start + batch].float())
        for n, (near, sure, kind) in enumerate(zip(boxes, scores, kinds), start):
            fits = (overlaps(near[None], photos.boxes[n : n + 1, :1])[0, :, 0] >= 0.5) & (sure >= least)
            if fits.any():
                found += 1
                right += int(kind[fits.float().argmax()] == photos.kinds[n, 0])
    return found / len(photos.pictures), right / len(photos.pictures)


def fit(photos, held_out, shop_held_out, options, seed, start, device, taught=0):
    """A detector gently onward from `start`, its weights averaged.

    Of the first `taught` photos it also learns what `start` sees in each changed picture: few photos are
    real, and their boxes would be known by heart long before the rest is learned.
    """
    fix_seeds(seed)
    model = copy.deepcopy(start).train().to(memory_format=torch.channels_last)
    average = AveragedWeights(model)
    optimiser = optimiser_for(model, options.trunk_rate, options.head_rate)
    schedule = cosine_schedule(optimiser, options.steps)
    # As many in every step, give or take another one: another shape makes the GPU's libraries choose anew.
    taught_count = int(options.batch * photos.weight[:taught].sum() / photos.weight.sum())
    started = time.time()
    for step in range(options.steps):
        index = torch.multinomial(photos.weight, options.batch).to(device)
        pictures, boxes, kinds, weights = training_batch(photos, index, options.canvas, STRIDE)
        pictures = pictures.contiguous(memory_format=torch.channels_last)
        target = heat_targets(boxes, kinds, options.canvas // STRIDE)
        real = index < taught
        weights = weights * torch.where(real, options.label_weight, 1.0)[:, None, None, None]
        with torch.autocast(device, torch.bfloat16):
            heat, sides = model(pictures)
        heat_part, box_part = heat_loss(heat, target, weights), box_loss(sides, boxes, kinds)
        loss = heat_part + 2.5 * box_part
        parts = {"heat": heat_part, "box": box_part}
        if taught_count:
            chosen = real.float().topk(taught_count).indices
            maps = taught_maps(start, pictures[chosen], device)
            heat_part, side_part = taught_loss(heat[chosen], sides[chosen], *maps, (kinds >= 0).sum())
            loss = loss + options.taught_weight * (heat_part + options.taught_sides * side_part)
            parts |= {"taught heat": heat_part, "taught sides": side_part}
        learn(loss, model, optimiser, schedule, average)
        if (step + 1) % options.report_every == 0 or step + 1 == options.steps:
            found, right = found_in_shop(average.model, shop_held_out, device)
            said = " ".join(f"{name} {part.item():.3f}" for name, part in parts.items())
            print(f"seed {seed} step {step + 1} {time.time() - started:.0f}s {said}", flush=True)
            print(f"shop found {found:.3f} right {right:.3f}", flush=True)
            for name, photos_held in held_out.items():
                report = score(average.model, photos_held, device)
                means = f"categories {report['categories_mean']:.3f} kinds {report['kinds_mean']:.3f}"
                print(f"{name} AP50 {means}", {kind: round(ap, 2) for kind, ap in report["kinds"].items()}, flush=True)
    return average.model


def describe(size, report, demo_report):
    scores = {
        "street": {**rounded_scores(report), "items": report["counts"]},
        "demo": rounded_scores(demo_report),
    }
    return {
        "version": VERSION,
        "inputSize": size,
        "productSize": PRODUCT_SIZE,
        "sizeMultiple": 32,
        "fill": 114,
        "kinds": KINDS,
        "categories": CATEGORIES,
        "scores": scores,
    }


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("--size", type=int, default=704, help="pixels of the input's longest side")
    parser.add_argument("--canvas", type=int, default=640, help="pixels of a training picture")
    parser.add_argument("--store", type=int, default=640, help="pixels of a stored photo")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--tagged-weight", type=float, default=1.0)
    parser.add_argument("--demo-share", type=float, default=0.3, help="of the pictures in a batch")
    parser.add_argument("--shop-share", type=float, default=0.3)
    parser.add_argument("--taught-weight", type=float, default=2.0)
    parser.add_argument("--taught-sides", type=float, default=0.3, help="of the sides among what is taught")
    parser.add_argument("--label-weight", type=float, default=0.5, help="of the heat of a taught photo's boxes")
    parser.add_argument("--trunk-rate", type=float, default=2.5e-4)
    parser.add_argument("--head-rate", type=float, default=5e-4)
    parser.add_argument("--seeds", type=int, nargs="+", default=[7, 8, 9])
    parser.add_argument("--report-every", type=int, default=400)
    return parser.parse_args()


def read_detector(packed, path, device):
    detector = load_exported(Detector(packed / "trunk", WIDTH), path, "detector.")
    return detector.to(device).eval()


def fit_one(seed, options):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    start = read_detector(options.packed, options.start, device)
    held_out = {
        name: PhotoSet(boxed_entries(options.packed, f"street-{name}.zip"), options.size, device)
        for name in ("val", "val2")
    }
    shop_held_out = PhotoSet(shop_entries(options.packed, ["val"]), options.size, device)
    street = boxed_entries(options.packed, "street-train.zip", apart=True)
    street += pseudo_entries(start, list(tagged_photos(options.packed)), options, device)
    demo = boxed_entries(options.packed, "demo-train*.zip", apart=True)
    entries = mixed(
        (street, 1 - options.demo_share - options.shop_share),
        (demo, options.demo_share),
        (shop_entries(options.packed, ["train"]), options.shop_share),
    )
    photos = PhotoSet(entries, options.store, device)
    return fit(photos, held_out, shop_held_out, options, seed, start, device, len(street) + len(demo))


def main():
    options = read_options()
    options.output.mkdir(parents=True, exist_ok=True)
    model = fitted_at_once(fit_one, options, Detector(options.packed / "trunk", WIDTH))
    export_detector(Decoder(model), options.output / "detector.onnx", options.size)
    reports = [
        evaluate_onnx(options.output / "detector.onnx", options.packed / f"{source}-val.zip", options.size)
        for source in ("street", "demo")
    ]
    description = describe(options.size, *reports)
    (options.output / "detector.json").write_text(json.dumps(description, indent=2) + "\n")
    print(json.dumps(description["scores"]))


if __name__ == "__main__":
    main()
