"""Packs the photos into a few small archives, so that they travel to a machine with a GPU.

    python3 pack.py DATA PACKED [--demo DEMO | --outfits OUTFITS | --folders]

DATA holds `street/` (photos, boxes.json, tagged, tagged.json), `garments/<label>/` and `secondhand/`
(photos, items.json); DEMO holds the illustrated looks: photos, `boxes.json` and `products/`; OUTFITS only
photos and `boxes.json`. `--folders` copies the held-out photos and the second-hand shop's instead, a folder for
each sort, as `npm run vision -- evaluate` reads them.
"""

import argparse
import io
import json
import shutil
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image

from attributes import ATTRIBUTES, KIND_OF_TYPE, VOCABULARY, kind_by_eye, of_secondhand
from kinds import KIND_OF_LABEL

# Boxes that we drew ourselves: items of the tagged photos; on the boxed ones each glove of a pair, all jewelry
# and watches of the photos that were looked through for them, and kinds whose boxes were missing or wrong.
DRAWN = Path(__file__).with_name("drawn_boxes.json")
# Words by eye: seven of each labelled garment (`<folder>/<name>`), street item (`<photo>/<number>`) and drawn
# box of a tagged photo (`<photo>/<kind>/<number>`).
LABELLED = Path(__file__).with_name("attributes.json")
# Boxes of the single garments as fractions of their photos, by a detector and checked by eye.
GARMENT_BOXES = Path(__file__).with_name("garment_boxes.json")
# A second held-out set, all of its items boxed by eye. Models up to detector 6 have learned from these photos.
HELD_OUT = Path(__file__).with_name("held_out.json")
# The same look as in a held-out photo, so that learning it would be cheating.
SEEN_TWICE = {"0671.jpg", "0907.jpg", "1083.jpg"}
REDRAWN = ["jewelry", "watch"]
# Boxes on training photos that detectors found which had not learned those photos, and no label has: judged by eye.
JUDGED = Path(__file__).with_name("judged_boxes.json")
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


def correct(photo, drawn):
    """All boxes of a kind that was wrong in the data; null where nobody could tell."""
    for kind, boxes in drawn.items():
        if boxes is None:
            photo.setdefault("unsure", []).append(kind)
            continue
        kept = [item for item in photo["items"] if item["kind"] != kind or item["box"] in boxes]
        known = [item["box"] for item in kept]
        photo["items"] = kept + [{"kind": kind, "label": kind, "box": box} for box in boxes if box not in known]


def redraw(photo, drawn):
    """Replaces the jewelry and watches of a photo; without ours, nobody knows where the photo has some."""
    if drawn is None:
        photo.setdefault("unsure", []).extend(REDRAWN)
        return
    kept = [item for item in photo["items"] if item["kind"] not in REDRAWN]
    photo["items"] = kept + items_of(drawn)


def items_of(boxes_of_kind):
    return [{"kind": kind, "label": kind, "box": box} for kind, boxes in boxes_of_kind.items() for box in boxes]


def street_photos(data):
    """Photos with boxes, of the splits `train`, `val` and `val2`."""
    drawn = json.loads(DRAWN.read_text())
    labelled = json.loads(LABELLED.read_text())["street"]
    held_out, right = json.loads(HELD_OUT.read_text()), json.loads(JUDGED.read_text())["right"]
    left_out = {*held_out, *SEEN_TWICE}
    photos = [
        photo for photo in json.loads((data / "boxes.json").read_text())["photos"] if photo["photo"] not in left_out
    ]
    for photo in photos:
        for n, item in enumerate(photo["items"]):
            item["attributes"] = labelled.get(f"{Path(photo['photo']).stem}/{n}")
            if item["kind"] == "gloves":
                item["each"] = drawn["gloves"].get(photo["photo"], [])
        photo["original"] = [{"kind": item["kind"], "box": item["box"]} for item in photo["items"]]
        for item in photo["items"]:
            item["kind"] = kind_by_eye(item["kind"], item["attributes"])
        correct(photo, drawn["redrawn"].get(photo["photo"], {}))
        redraw(photo, drawn["jewelry"].get(photo["photo"]))
        photo["items"] += items_of(right.get(photo["photo"], {}))
    for name, boxes_of_kind in held_out.items():
        photos.append({"photo": name, "split": "val2", "items": items_of(boxes_of_kind)})
    return photos


def street_file(data, name):
    path = data / "photos" / name
    return path if path.exists() else data / "tagged" / name


def pack_street(data, target, quality):
    photos = street_photos(data)
    for split, chosen in (("train", quality), ("val", 90), ("val2", 90)):
        chosen_photos = [photo for photo in photos if photo["split"] == split]
        files = {photo["photo"]: street_file(data, photo["photo"]) for photo in chosen_photos}
        pack(target / f"street-{split}.zip", files, 640, chosen, chosen_photos)
    drawn, right = json.loads(DRAWN.read_text())["tagged"], json.loads(JUDGED.read_text())["right"]
    words, left_out = json.loads(LABELLED.read_text())["tagged"], {*json.loads(HELD_OUT.read_text()), *SEEN_TWICE}
    tagged = [photo for photo in json.loads((data / "tagged.json").read_text()) if photo["photo"] not in left_out]
    for photo in tagged:
        photo["drawn"] = drawn.get(photo["photo"], {})
        for kind, boxes in right.get(photo["photo"], {}).items():
            # A tagged photo with one box of jewelry would count as having no other.
            if kind not in REDRAWN:
                photo["drawn"][kind] = [*photo["drawn"].get(kind, []), *boxes]
        photo["words"] = {
            kind: [words.get(f"{Path(photo['photo']).stem}/{kind}/{n}") for n in range(len(boxes))]
            for kind, boxes in photo["drawn"].items()
        }
    files = {photo["photo"]: data / "tagged" / photo["photo"] for photo in tagged}
    pack(target / "street-tagged.zip", files, 640, quality - 8, tagged)


def shop_photos(data):
    """Single garments with their files. Where one is also in the second-hand shop, its photo there is the larger."""
    labelled = json.loads(LABELLED.read_text())["garments"]
    boxes = json.loads(GARMENT_BOXES.read_text())
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
    return photos, files


def pack_shop(data, target, quality):
    photos, files = shop_photos(data)
    pack(target / "shop.zip", files, 400, quality + 8, photos)


def write_folder(folder, photos, file_of):
    """Photos as they are, with what `npm run vision -- evaluate` reads of their labels."""
    (folder / "photos").mkdir(parents=True, exist_ok=True)
    described = []
    for photo in photos:
        name = photo["photo"].replace("/", "-") + ("" if "." in photo["photo"] else ".jpg")
        shutil.copyfile(file_of(photo["photo"]), folder / "photos" / name)
        items = []
        for item in photo["items"]:
            words = {
                word: value
                for word, value in zip(ATTRIBUTES, item.get("attributes") or [])
                if value in VOCABULARY[word]
            }
            items.append({key: item[key] for key in ("kind", "box", "each") if key in item} | {"words": words})
        described.append({"photo": name, "split": "val", "items": items})
    (folder / "boxes.json").write_text(json.dumps({"photos": described}))


def write_folders(data, target):
    street = street_photos(data / "street")
    for split, name in (("val", "street"), ("val2", "street2")):
        chosen = [photo for photo in street if photo["split"] == split]
        write_folder(target / name, chosen, lambda photo: street_file(data / "street", photo))
    photos, files = shop_photos(data)
    write_folder(target / "shop", [photo for photo in photos if photo["split"] == "val"], files.get)
    resold = [photo for photo in photos if files[photo["photo"]].parent.parent.name == "secondhand"]
    write_folder(target / "secondhand", resold, files.get)


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
    parser.add_argument("--folders", action="store_true")
    parser.add_argument("--quality", type=int, default=62)
    arguments = parser.parse_args()
    arguments.packed.mkdir(parents=True, exist_ok=True)
    if arguments.folders:
        write_folders(arguments.data, arguments.packed)
    elif arguments.outfits:
        pack_outfits(arguments.outfits, arguments.packed, arguments.quality)
    elif arguments.demo:
        pack_demo(arguments.demo, arguments.packed, arguments.quality)
    else:
        pack_street(arguments.data / "street", arguments.packed, arguments.quality)
        pack_shop(arguments.data, arguments.packed, arguments.quality)
