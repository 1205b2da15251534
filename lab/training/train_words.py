"""Trains, exports and scores the words.

    python3 train_words.py PACKED OUTPUT JUDGE.onnx

starts from the trunk of an exported judge. Teachers learn from the labels, each without a part of the photos.
The model that is kept learns from the labels and from what the teachers say of photos they did not learn.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from attributes import ALSO_OF_KIND, ATTRIBUTES, OF_KINDS, TYPES_OF_KIND, VOCABULARY, numbered, types_allowed
from crops import CROP_MARGIN, REAL, CropSet, listed_crops, product_crop, random_views, tagged_crops
from export import export_words, load_exported
from fitting import AveragedWeights, cosine_schedule, fix_seeds, learn, optimiser_for
from kinds import KINDS
from retrieval import threshold_for, thresholds_in_sources
from word_teachers import fold_of, opinions, told_by_tags
from words import COUNTS, Words

VERSION = "4"
WEIGHTS = {
    "type": 1.0, "pattern": 1.0, "colour": 1.0, "secondColour": 0.5, "sleeve": 0.4, "length": 0.4, "material": 0.4,
}  # fmt: skip
TINT = 0.25  # how strongly views of an item are recoloured, as a share of how much else changes
# The share of a similarity that each attribute decides, beside the embedder's vector.
LIKENESS = {"type": 0.12, "pattern": 0.06, "colour": 0.12}
SHOWN_RIGHT = 0.9  # a word is shown where it is right this often
PER_WORD = ("pattern", "colour")  # whose words are right so unequally that each has a threshold
SMOOTHING = 0.1
# Names that people use for the same garment, and how much of the answer a neighbour's name is.
NEAR_SHARE = 0.15
NEAR_COLOURS = [
    ("black", "navy"), ("black", "grey"), ("navy", "blue"), ("blue", "light blue"), ("blue", "denim"),
    ("light blue", "denim"), ("white", "cream"), ("cream", "beige"), ("beige", "tan"), ("beige", "khaki"),
    ("tan", "brown"), ("khaki", "olive"), ("olive", "green"), ("teal", "green"), ("burgundy", "red"),
    ("grey", "silver"), ("yellow", "gold"), ("pink", "red"),
]  # fmt: skip
# Of the kept model: how much of each batch is labelled, and how much of a label is what the teachers say.
LABELLED_SHARE, TEACHERS_SHARE = 0.6, 0.4
ATTRIBUTES_OF_ALL_ITEMS = ("type", "pattern", "colour", "secondColour")
# How often the right word is among the first few is scored too.
TOP_K_SCORED = {"type": 3, "colour": 2}
SOURCES = ("street", "shop")
SHIPPED = Path(__file__).parents[2] / "models" / "words.json"


def aims():
    """The target of each word of each attribute, [words, words]: a neighbouring colour gets NEAR_SHARE."""
    table = {name: torch.eye(len(words)) for name, words in VOCABULARY.items()}
    for name in ("colour", "secondColour"):
        place = VOCABULARY[name].index
        for one, other in NEAR_COLOURS:
            table[name][place(one), place(other)] = table[name][place(other), place(one)] = NEAR_SHARE
        table[name] /= table[name].sum(1, keepdim=True)
    return table


def allowed_types(device):
    """Which types a kind may have, [kinds, types]; every type where a kind has none of its own."""
    allowed = torch.ones(len(KINDS), len(VOCABULARY["type"]), dtype=torch.bool)
    for kind in TYPES_OF_KIND:
        allowed[KINDS.index(kind)] = False
        allowed[KINDS.index(kind), types_allowed(kind)] = True
    return allowed.to(device)


def wanted_words(words, kinds, allowed):
    """Targets [items, all words] of labelled items, and which attributes are known [items, attributes]."""
    parts = []
    for n, (name, table) in enumerate(aims().items()):
        known, word = words[:, n] >= 0, words[:, n].clamp(min=0)
        open_words = torch.ones(len(words), len(VOCABULARY[name]))
        if name == "type":
            open_words = allowed[kinds].scatter(1, word[:, None], True).float()
        even = open_words / open_words.sum(1, keepdim=True)
        parts.append(((1 - SMOOTHING) * table[word] + SMOOTHING * even) * known[:, None])
    return torch.cat(parts, 1), words >= 0


def word_loss(logits, wanted, known, closed):
    """Every attribute counts over the items whose word is known; a type, among those of its kind."""
    parts = []
    for n, (name, part, aim) in enumerate(zip(VOCABULARY, logits, wanted.split(COUNTS, 1))):
        if name == "type":
            part = part.masked_fill(closed & (aim == 0), -1e4)
        wrong = -(aim * part.log_softmax(1)).sum(1) * known[:, n]
        parts.append(WEIGHTS[name] * wrong.sum() / known[:, n].sum().clamp(min=1))
    return sum(parts)


def chances(words):
    """How often each labelled item is drawn: more where its type or its pattern is rare."""
    chance = torch.zeros(len(words))
    for column in (0, 1):
        known = words[:, column] >= 0
        count = torch.bincount(words[known, column]).float()
        chance[known] += count.pow(-0.4)[words[known, column]]
    return chance


def fit(crops, lessons, options, steps, seed, device, watch=None):
    """A model that has seen `lessons`: lists of (chances of the items, items of a batch, targets, known)."""
    fix_seeds(seed)
    model = Words(options.packed / "trunk", drop=options.drop)
    new = ("focus", "level", "shape", "hint", "tone", "answers")
    model = load_exported(model, options.start, "judge.", new=new).to(device).to(memory_format=torch.channels_last)
    average = AveragedWeights(model)
    optimiser = optimiser_for(model, options.trunk_rate, options.head_rate)
    schedule = cosine_schedule(optimiser, steps)
    closed, started = ~allowed_types("cpu")[crops.kinds.cpu()].to(device), time.time()
    for step in range(steps):
        drawn = [torch.multinomial(chance, count, replacement=True) for chance, count, *_ in lessons]
        index = torch.cat(drawn).to(device)
        wanted, known = (
            torch.cat([lesson[n][part] for lesson, part in zip(lessons, drawn)]).to(device) for n in (2, 3)
        )
        views = random_views(crops, index, options.size, options.strength, TINT)
        with torch.autocast(device, torch.bfloat16):
            logits = model.logits(views.contiguous(memory_format=torch.channels_last))
        loss = word_loss(logits, wanted, known, closed[index])
        learn(loss, model, optimiser, schedule, average)
        if (step + 1) % options.report_every == 0 or step + 1 == steps:
            print(f"step {step + 1} {time.time() - started:.0f}s loss {loss.item():.3f}", flush=True)
            if watch:
                watch(average.model)
    return average.model


def without_part(fold, part, lesson):
    """The same lesson without a part of the photos."""
    chance, *others = lesson
    return [(torch.where(fold == part, 0.0, chance), *others)]


def taught_lessons(teachers, labelled, others, lesson, fold, options, device):
    """What the kept model learns: labels beside what the teachers say of photos that they did not learn."""
    squares = torch.from_numpy(squares_of(labelled + others, options.input).astype("u1"))
    said = torch.stack([opinions(teacher, squares, device) for teacher in teachers])
    kinds = [item.kind for item in labelled + others]
    among_kinds = [np.concatenate(list(by_attribute(one, kinds).values()), 1) for one in said.numpy()]
    said = torch.from_numpy(np.stack(among_kinds))
    own = said[fold, torch.arange(len(labelled))]
    chance, count, wanted, known = lesson
    mixed = (1 - TEACHERS_SHARE) * wanted + TEACHERS_SHARE * own * known.repeat_interleave(torch.tensor(COUNTS), 1)
    told = told_by_tags(said.mean(0)[len(labelled) :], others, labelled)
    known_there = torch.tensor([name in ATTRIBUTES_OF_ALL_ITEMS for name in VOCABULARY]).expand(len(others), -1)
    words = torch.stack([part.argmax(1) for part in told.split(COUNTS, 1)], 1)
    # Both are over all items, and nothing of the other's is drawn.
    return [
        (padded(chance, 0, len(others)), count, padded(mixed, 0, len(others)), padded(known, 0, len(others))),
        (
            padded(chances(words), len(labelled), 0),
            options.batch - count,
            padded(told, len(labelled), 0),
            padded(known_there, len(labelled), 0),
        ),
    ]


def padded(rows, before, after):
    """The rows with empty ones before and after them."""
    empty = rows.new_zeros((1, *rows.shape[1:]))
    return torch.cat([empty.expand(before, *rows.shape[1:]), rows, empty.expand(after, *rows.shape[1:])])


def train(items, others, options, device, watch):
    """The model that is kept. Without folds, it learns from the labels alone."""
    with_others = options.folds > 0
    crops = CropSet(items + (others if with_others else []), device)
    words = torch.tensor([numbered(item.words) for item in items])
    kinds = torch.tensor([KINDS.index(item.kind) for item in items])
    lesson = (chances(words), options.batch, *wanted_words(words, kinds, allowed_types("cpu")))
    if not with_others:
        return fit(crops, [lesson], options, options.steps, options.seed, device, watch)
    fold = torch.tensor([fold_of(item, options.folds) for item in items])
    teachers = [
        fit(crops, without_part(fold, part, lesson), options, options.teacher_steps, options.seed + 1 + part, device)
        for part in range(options.folds)
    ]
    lesson = (lesson[0], int(options.batch * LABELLED_SHARE), *lesson[2:])
    lessons = taught_lessons(teachers, items, others, lesson, fold, options, device)
    return fit(crops, lessons, options, options.steps, options.seed, device, watch)


def squares_of(items, size):
    return np.stack([product_crop(item.picture, item.box, size) for item in items]).transpose(0, 3, 1, 2).astype("f4")


def by_attribute(words, kinds):
    """Probabilities by attribute; a type must be one of its kind."""
    parts = dict(zip(ATTRIBUTES, np.split(words, np.cumsum(COUNTS)[:-1], 1)))
    allowed = np.ones_like(parts["type"])
    for n, kind in enumerate(kinds):
        if kind in TYPES_OF_KIND:
            allowed[n] = 0
            allowed[n, types_allowed(kind)] = 1
    types = parts["type"] * allowed
    return parts | {"type": types / types.sum(1, keepdims=True).clip(1e-9)}


def score(words, items):
    """Per attribute: how often the first word is right, and evenly over the words; what is shown, and from where."""
    wanted = np.array([numbered(item.words) for item in items])
    scores, thresholds = {}, {}
    for n, (name, found) in enumerate(by_attribute(words, [item.kind for item in items]).items()):
        known = np.flatnonzero(wanted[:, n] >= 0)
        truth, found = wanted[known, n], found[known]
        right = found.argmax(1) == truth
        thresholds[name] = threshold_for(found.max(1), right, SHOWN_RIGHT)
        numbers = {
            "right": right.mean(),
            "balanced": np.mean([right[truth == word].mean() for word in np.unique(truth)]),
            "shown": (found.max(1) >= thresholds[name]).mean(),
        }
        if name in TOP_K_SCORED:
            first = np.argsort(-found, 1)[:, : TOP_K_SCORED[name]]
            numbers[f"among{TOP_K_SCORED[name]}"] = (first == truth[:, None]).any(1).mean()
        scores[name] = {key: round(float(value), 3) for key, value in numbers.items()} | {"items": len(known)}
    return scores, thresholds


def thresholds_by_word(said, held_out):
    """For the attributes that need them."""
    thresholds = {}
    for name in PER_WORD:
        sources = [known_answers(name, said[source], held_out[source]) for source in SOURCES]
        by_number = thresholds_in_sources(sources, SHOWN_RIGHT)
        thresholds[name] = {VOCABULARY[name][n]: round(value, 3) for n, value in by_number.items()}
    return thresholds


def known_answers(name, words, items):
    """Probabilities and labels of an attribute, where it is labelled."""
    truth = np.array([numbered(item.words)[ATTRIBUTES.index(name)] for item in items])
    return by_attribute(words, [item.kind for item in items])[name][truth >= 0], truth[truth >= 0]


def describe(path, held_out, size):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    scores, sure, said = {}, {}, {}
    for source, items in held_out.items():
        squares = np.split(squares_of(items, size), range(64, len(items), 64))
        said[source] = np.concatenate([session.run(None, {"crops": part})[0] for part in squares])
        scores[source], sure[source] = score(said[source], items)
    by_word = thresholds_by_word(said, held_out)
    # Of boxes that the other models find, so not measured here (docs/decisions/118-show-a-word-only-on-a-confident-box.md).
    shipped = json.loads(SHIPPED.read_text())["attributes"]
    carried_over = ("thresholds", "boxThreshold", "boxThresholds")
    on_boxes = {each["name"]: {key: each[key] for key in carried_over if key in each} for each in shipped}
    return {
        "version": VERSION,
        "inputSize": size,
        "cropMargin": CROP_MARGIN,
        # A word must be right often enough in both sources.
        "attributes": [
            {"name": name, "words": words}
            | ({"kinds": OF_KINDS[name]} if name in OF_KINDS else {})
            | {"threshold": round(max(sure[source][name] for source in SOURCES), 3)}
            | on_boxes.get(name, {})
            | ({"thresholds": by_word[name]} if name in by_word else {})
            for name, words in VOCABULARY.items()
        ],
        "typesOfKind": {kind: [*names, *ALSO_OF_KIND.get(kind, [])] for kind, names in TYPES_OF_KIND.items()},
        "likeness": LIKENESS,
        "scores": scores,
    }


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("--size", type=int, default=192, help="pixels of a training view")
    parser.add_argument("--input", type=int, default=160, help="pixels of an exported model's crop: the embedder's")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--folds", type=int, default=5, help="teachers; 0 learns from the labels alone")
    parser.add_argument("--teacher-steps", type=int, default=600)
    parser.add_argument("--drop", type=float, default=0.5)
    parser.add_argument("--strength", type=float, default=1.1, help="how much the views of an item are changed")
    parser.add_argument("--trunk-rate", type=float, default=5e-4)
    parser.add_argument("--head-rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--report-every", type=int, default=500)
    return parser.parse_args()


def main():
    options = read_options()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options.output.mkdir(parents=True, exist_ok=True)
    listed = listed_crops(options.packed, REAL) + tagged_crops(options.packed)
    items = [item for item in listed if item.words is not None]
    others = [item for item in listed if item.words is None and item.split == "train" and item.kind in TYPES_OF_KIND]
    held_out = {source: [i for i in items if i.split == "val" and i.source == source] for source in SOURCES}
    squares = {source: torch.from_numpy(squares_of(held_out[source], options.input)) for source in SOURCES}

    @torch.no_grad()
    def watch(model):
        for source in SOURCES:
            words = torch.cat([model(part.to(device)) for part in squares[source].split(128)])
            found, _ = score(words.cpu().numpy(), held_out[source])
            print(source, {name: list(numbers.values()) for name, numbers in found.items()}, flush=True)

    learned = [item for item in items if item.split == "train"]
    print(f"{len(learned)} labelled items, {len(others)} others", flush=True)
    model = train(learned, others, options, device, watch)
    export_words(model, options.output / "words.onnx", options.input)
    description = describe(options.output / "words.onnx", held_out, options.input)
    (options.output / "words.json").write_text(json.dumps(description, indent=2) + "\n")
    print(json.dumps(description["scores"]))


if __name__ == "__main__":
    main()
