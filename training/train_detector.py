"""Trains, exports and scores the detector.

    python3 train_detector.py PACKED OUTPUT

The first teacher learns from the boxed street photos and boxes what nobody has boxed on the tagged
ones; the next learns from both, and so on. Experts also learn from the demo catalogue's illustrated
looks. The student goes on from one of them, and learns of the real photos mostly what all of them see
there.
"""

import argparse
import json
import time
from pathlib import Path

import torch

from augment import training_batch
from average_precision import evaluate_boxes, rounded_scores
from detector import STRIDE, Decoder, Detector, faded
from evaluate_detector import evaluate_onnx
from export import export_detector
from fitting import AveragedWeights, cosine_schedule, fix_seeds, learn, optimiser_for
from kinds import CATEGORIES, KINDS
from pairs import paired
from photos import PhotoSet, boxed_entries, mixed, tagged_photos
from pseudo_labels import pseudo_entries
from targets import box_loss, heat_loss, heat_targets, taught_loss

VERSION = "4"


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
def taught_maps(teachers, pictures, device):
    """The teachers' mean probabilities and raw sides for these very pictures."""
    with torch.autocast(device, torch.bfloat16):
        found = [teacher(pictures) for teacher in teachers]
    heats, sides = ([maps[n] for maps in found] for n in (0, 1))
    return torch.stack([heat.sigmoid() for heat in heats]).mean(0), torch.stack(sides).mean(0)


def fit(entries, held_out, options, steps, seed, device, start=None, teachers=(), taught=0):
    """One detector from the pretrained trunk, or gently onward from `start`; its weights averaged.

    Of the first `taught` entries it also learns what its teachers see in each changed picture: few
    photos are real, and their boxes would be known by heart long before the illustrated ones are learned.
    """
    fix_seeds(seed)
    photos = PhotoSet(entries, options.store, device)
    model = Detector(options.packed / "trunk", options.width).to(device).to(memory_format=torch.channels_last)
    if start is not None:
        model.load_state_dict(start.state_dict())
    average = AveragedWeights(model)
    gentleness = 1.0 if start is None else 0.5
    optimiser = optimiser_for(model, gentleness * options.trunk_rate, gentleness * options.head_rate)
    schedule = cosine_schedule(optimiser, steps)
    started = time.time()
    for step in range(steps):
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
        if teachers:
            # As many in every step, give or take an illustrated one: another shape makes the GPU's libraries
            # choose their methods anew.
            chosen = real.float().topk(int(len(real) * (1 - options.demo_share))).indices
            maps = taught_maps(teachers, pictures[chosen], device)
            heat_part, side_part = taught_loss(heat[chosen], sides[chosen], *maps, (kinds >= 0).sum())
            loss = loss + options.taught_weight * (heat_part + options.taught_sides * side_part)
            parts |= {"taught heat": heat_part, "taught sides": side_part}
        learn(loss, model, optimiser, schedule, average)
        if (step + 1) % options.report_every == 0 or step + 1 == steps:
            report = score(average.model, held_out, device)
            said = " ".join(f"{name} {part.item():.3f}" for name, part in parts.items())
            print(
                f"seed {seed} step {step + 1} {time.time() - started:.0f}s {said} "
                f"AP50 categories {report['categories_mean']:.3f} kinds {report['kinds_mean']:.3f}",
                {name: round(value, 2) for name, value in report["categories"].items()},
                flush=True,
            )
    return average.model


def describe(size, report, demo_report):
    scores = {"street": {**rounded_scores(report), "items": report["counts"]}}
    if demo_report:
        scores["demo"] = rounded_scores(demo_report)
    return {
        "version": VERSION,
        "inputSize": size,
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
    parser.add_argument("--sizes", type=int, nargs="+", default=[608, 640, 704])
    parser.add_argument("--canvas", type=int, default=640, help="pixels of a training picture")
    parser.add_argument("--store", type=int, default=640, help="pixels of a stored photo")
    parser.add_argument("--width", type=int, default=96)
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--steps", type=int, default=1150)
    parser.add_argument("--rounds", type=int, default=3, help="teachers trained one after another")
    parser.add_argument("--teacher-steps", type=int, default=1100)
    parser.add_argument("--teachers", type=Path, nargs="*", default=[], help="weights of earlier teachers")
    parser.add_argument("--tagged-weight", type=float, default=1.0)
    parser.add_argument("--demo-share", type=float, default=0.5, help="of the pictures in a batch")
    parser.add_argument("--experts", type=int, default=2, help="detectors of both worlds the student learns from")
    parser.add_argument("--student-steps", type=int, default=5200, help="steps onward at half the rates")
    parser.add_argument("--taught-weight", type=float, default=3.0)
    parser.add_argument("--taught-sides", type=float, default=0.3, help="of the sides among what is taught")
    parser.add_argument("--label-weight", type=float, default=0.5, help="of the heat of a taught photo's boxes")
    parser.add_argument("--trunk-rate", type=float, default=5e-4)
    parser.add_argument("--head-rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--report-every", type=int, default=200)
    return parser.parse_args()


def load_detector(path, options, device):
    model = Detector(options.packed / "trunk", options.width)
    model.load_state_dict(torch.load(path, map_location="cpu"))
    return model.float().to(device).eval()


def train_teachers(street, tagged, held_out, options, device):
    """Each round's teacher learns from the boxes that the two before it drew together."""
    teachers = [load_detector(path, options, device) for path in options.teachers]
    for number in range(0 if teachers else options.rounds):
        seen = pseudo_entries(teachers[-2:], tagged, options, device) if teachers else []
        seed = options.seed + 1 + number
        teachers.append(fit(street + seen, held_out, options, options.teacher_steps, seed, device))
        torch.save(teachers[-1].state_dict(), options.output / f"teacher-{number + 1}.pt")
    return teachers[-2:]


def best_size(model, entries, options, device):
    """The input size, of those a two-core server can afford, that finds most on the held-out photos."""
    chances = {}
    for size in options.sizes:
        report = score(model, PhotoSet(entries, size, device), device)
        chances[size] = report["categories_mean"] + report["kinds_mean"]
        means = f"categories {report['categories_mean']:.3f} kinds {report['kinds_mean']:.3f}"
        print(f"size {size}: {means}", flush=True)
    return max(chances, key=chances.get)


def main():
    options = read_options()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options.output.mkdir(parents=True, exist_ok=True)
    street = boxed_entries(options.packed, "street-train.zip", apart=True)
    val = boxed_entries(options.packed, "street-val.zip")
    held_out = PhotoSet(val, options.store, device)
    tagged = list(tagged_photos(options.packed))
    teachers = train_teachers(street, tagged, held_out, options, device)
    real = street + pseudo_entries(teachers, tagged, options, device)
    both = mixed(real, boxed_entries(options.packed, "demo-train*.zip", apart=True), options.demo_share)
    experts = [
        fit(both, held_out, options, options.steps, options.seed + 10 * n, device) for n in range(options.experts)
    ]
    steps, seed = options.student_steps, options.seed + 5
    model = fit(both, held_out, options, steps, seed, device, experts[0], experts, len(real))
    torch.save(model.state_dict(), options.output / "detector.pt")
    size = best_size(model, val, options, device)
    export_detector(Decoder(model), options.output / "detector.onnx", size)
    report = evaluate_onnx(options.output / "detector.onnx", options.packed / "street-val.zip", size)
    demo = options.packed / "demo-val.zip"
    demo_report = evaluate_onnx(options.output / "detector.onnx", demo, size) if demo.exists() else None
    description = describe(size, report, demo_report)
    (options.output / "detector.json").write_text(json.dumps(description, indent=2) + "\n")
    print(json.dumps(description["scores"]))


if __name__ == "__main__":
    main()
