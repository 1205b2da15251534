"""Packs the photos into a few small archives, so that they travel to a machine with a GPU.

    python3 pack.py DATA PACKED [--demo DEMO | --outfits OUTFITS]

DATA holds `street/` (photos, boxes.json, tagged, tagged.json), `garments/<label>/` and `secondhand/`
(photos, items.json); DEMO holds the illustrated looks: photos, `boxes.json` and `products/`; OUTFITS only
photos and `boxes.json`.
"""

import argparse
import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image

from attributes import KIND_OF_TYPE, kind_by_eye, of_secondhand
from kinds import KIND_OF_LABEL

# Boxes that we drew ourselves: items of the tagged photos; on the boxed ones each glove of a pair, and all
# jewelry and watches of the photos that were looked through for them.
DRAWN = Path(__file__).with_name("drawn_boxes.json")
# Words by eye: seven of each labelled garment (`<folder>/<name>`), street item (`<photo>/<number>`) and drawn
# box of a tagged photo (`<photo>/<kind>/<number>`).
LABELLED = Path(__file__).with_name("attributes.json")
# Boxes of the single garments as fractions of their photos, by `box_garments.py` and checked by eye.
GARMENT_BOXES = Path(__file__).with_name("garment_boxes.json")
REDRAWN = ["jewelry", "watch"]
HELD_OUT_EVERY = 10
PICTURES = {".jpg", ".jpeg", ".png", ".webp"}


def shrunk(path, longest, quality):
    """The picture as WebP bytes with its size before and after; transparency laid on white."""
    picture = Image.open(path)
    before = picture.size
    if picture.mode in ("RGBA", "LA", "P"):
        picture = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
    picture = picture.convert("RGB")
    if max(before) > longest:
        picture.thumbnail((longest, longest), Image.LANCZOS)
    packed = io.BytesIO()
    picture.save(packed, "WEBP", quality=quality, method=4)
    return packed.getvalue(), before, picture.size


def pack(target, files, longest, quality, described=None):
    """`files` maps a name in the archive to a path; `described` is its list of photos with boxes."""
    with zipfile.ZipFile(target, "w") as archive, ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda path: shrunk(path, longest, quality), files.values())
        sizes = {}
        for name, (data, before, after) in zip(files, results):
            archive.writestr(name, data)
            sizes[name] = (before, after)
        for photo in described or []:
            (before, _), after = sizes[photo["photo"]]
            scale = after[0] / before
            photo["width"], photo["height"] = after
            for item in [*photo.get("items", []), *photo.get("original", [])]:
                item["box"] = scaled(item["box"], scale)
                if "each" in item:
                    item["each"] = [scaled(box, scale) for box in item["each"]]
            if "drawn" in photo:
                photo["drawn"] = {
                    kind: [scaled(box, scale) for box in boxes] for kind, boxes in photo["drawn"].items()
                }
        if described is not None:
            archive.writestr("photos.json", json.dumps(described))
    print(target.name, len(files), "pictures", round(target.stat().st_size / 2**20, 1), "MiB")


def scaled(box, scale):
    return [side * scale for side in box]


def redraw(photo, drawn):
    """Replaces the jewelry and watches of a photo; without ours, nobody knows where the photo has some."""
    if drawn is None:
        photo["unsure"] = REDRAWN
        return
    kept = [item for item in photo["items"] if item["kind"] not in REDRAWN]
    added = [{"kind": kind, "label": kind, "box": box} for kind, boxes in drawn.items() for box in boxes]
    photo["items"] = kept + added


def pack_street(data, target, quality):
    drawn = json.loads(DRAWN.read_text())
    labels = json.loads(LABELLED.read_text())
    labelled, of_tagged = labels["street"], labels["tagged"]
    photos = json.loads((data / "boxes.json").read_text())["photos"]
    for photo in photos:
        for n, item in enumerate(photo["items"]):
            item["attributes"] = labelled.get(f"{Path(photo['photo']).stem}/{n}")
            if item["kind"] == "gloves":
                item["each"] = drawn["gloves"].get(photo["photo"], [])
        photo["original"] = [{"kind": item["kind"], "box": item["box"]} for item in photo["items"]]
        for item in photo["items"]:
            item["kind"] = kind_by_eye(item["kind"], item["attributes"])
        redraw(photo, drawn["jewelry"].get(photo["photo"]))
    for split, chosen in (("train", quality), ("val", 90)):
        chosen_photos = [photo for photo in photos if photo["split"] == split]
        files = {photo["photo"]: data / "photos" / photo["photo"] for photo in chosen_photos}
        pack(target / f"street-{split}.zip", files, 640, chosen, chosen_photos)
    tagged = json.loads((data / "tagged.json").read_text())
    for photo in tagged:
        photo["drawn"] = drawn["tagged"].get(photo["photo"], {})
        photo["words"] = {
            kind: [of_tagged.get(f"{Path(photo['photo']).stem}/{kind}/{n}") for n in range(len(boxes))]
            for kind, boxes in photo["drawn"].items()
        }
    files = {photo["photo"]: data / "tagged" / photo["photo"] for photo in tagged}
    pack(target / "street-tagged.zip", files, 640, quality - 8, tagged)


def pack_shop(data, target, quality):
    """Single garments. Where a garment is also in the second-hand shop, its photo there is the larger one."""
    labelled = json.loads(LABELLED.read_text())["garments"]
    boxes = json.loads(GARMENT_BOXES.read_text()) if GARMENT_BOXES.exists() else {}
    items = {Path(item["photo"]).stem: item for item in json.loads((data / "secondhand/items.json").read_text())}
    paths = sorted(path for path in (data / "garments").glob("*/*") if path.suffix.lower() in PICTURES)
    shown = [(f"{path.parent.name}/{path.stem}", path) for path in paths]
    known = {path.stem for path in paths}
    shown += [(f"secondhand/{stem}", None) for stem in sorted(items) if stem not in known]
    files, photos = {}, []
    for n, (name, path) in enumerate(shown):
        item = items.get(Path(name).name)
        files[name] = data / "secondhand/photos" / item["photo"] if item else path
        words = labelled.get(name) or (of_secondhand(item) if item else None)
        kind = item["kind"] if item else KIND_OF_TYPE.get(words and words[0], KIND_OF_LABEL[name.split("/")[0]])
        with Image.open(files[name]) as picture:
            width, height = picture.size
        box = item["box"] if item else boxes.get(name)
        photos.append({
            "photo": name,
            "split": "val" if n % HELD_OUT_EVERY == 0 else "train",
            "width": width,
            "items": [{
                "kind": kind,
                "label": item["type"] if item else name.split("/")[0],
                "attributes": words,
                "boxed": box is not None,
                "box": [side * size for side, size in zip(box or [0, 0, 1, 1], [width, height] * 2)],
            }],
        })  # fmt: skip
    pack(target / "shop.zip", files, 400, quality + 8, photos)


def pack_demo(demo, target, quality):
    photos = json.loads((demo / "boxes.json").read_text())["photos"]
    for split in ("train", "val"):
        chosen = [photo for photo in photos if photo["split"] == split]
        files = {photo["photo"]: demo / photo["photo"] for photo in chosen}
        pack(target / f"demo-{split}.zip", files, 640, quality, chosen)
    products = {path.stem: path for path in sorted((demo / "products").iterdir()) if path.suffix in PICTURES}
    pack(target / "demo-products.zip", products, 256, quality)


def pack_outfits(folder, target, quality):
    """Beside the catalogue's looks: the same people in other outfits, every photo to learn from."""
    photos = json.loads((folder / "boxes.json").read_text())["photos"]
    files = {photo["photo"]: folder / photo["photo"] for photo in photos}
    pack(target / f"demo-train-{folder.name}.zip", files, 640, quality, photos)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("packed", type=Path)
    parser.add_argument("--demo", type=Path)
    parser.add_argument("--outfits", type=Path)
    parser.add_argument("--quality", type=int, default=62)
    arguments = parser.parse_args()
    arguments.packed.mkdir(parents=True, exist_ok=True)
    if arguments.outfits:
        pack_outfits(arguments.outfits, arguments.packed, arguments.quality)
    elif arguments.demo:
        pack_demo(arguments.demo, arguments.packed, arguments.quality)
    else:
        pack_street(arguments.data / "street", arguments.packed, arguments.quality)
        pack_shop(arguments.data, arguments.packed, arguments.quality)
