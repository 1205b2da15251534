"""Which colours a crop shows and how much of each: a soft histogram that is part of the network.

Training recolours its views, so that the trunk learns to look past colour; a shopper does not.
"""

import torch

from photos import FILL

LIGHTNESS_STEPS, TINT_STEPS, TINT_RANGE = 4, 6, 70.0
SIGNATURE = LIGHTNESS_STEPS * TINT_STEPS**2
SAMPLE_EVERY = 4  # pixels; a finer grid changes nothing
MIDDLE_SPREAD, GROUND_SPREAD = 0.4, 12.0
TO_XYZ = [
    [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
    [0.2126, 0.7152, 0.0722],
    [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
]


def lab(pixels):
    """CIE Lab of [N, 3, P] RGB 0..255."""
    light = pixels / 255
    light = torch.where(light <= 0.04045, light / 12.92, ((light + 0.055) / 1.055) ** 2.4)
    xyz = (torch.tensor(TO_XYZ, device=pixels.device) @ light).clamp(min=1e-5)
    root = torch.where(xyz > 0.008856, xyz ** (1 / 3), 7.787 * xyz + 16 / 116)
    x, y, z = root.unbind(1)
    return torch.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], 1)


def soft_steps(values, low, high, count):
    """[N, P] values as [N, count, P] shares in the two steps each lies between."""
    place = ((values - low) / (high - low) * count - 0.5).clamp(0, count - 1)
    steps = torch.arange(count, device=values.device).view(1, -1, 1)
    return (1 - (place[:, None] - steps).abs()).clamp(min=0)


def signature(crops):
    """[N, SIGNATURE] square roots of the colours' shares: their dot product is 1 for equal shares.

    The middle counts more than the edge. Whatever is coloured like the edge is taken for the
    ground the item lies on and counts little; the grey round a letterboxed crop counts nothing.
    """
    start = SAMPLE_EVERY // 2 - 1
    sampled = crops[:, :, start::SAMPLE_EVERY, start::SAMPLE_EVERY]
    pixels = sampled.flatten(2)
    shown = ((pixels - FILL).abs().sum(1) > 0.5).float()
    side = sampled.shape[-1]
    axis = (torch.arange(side, device=crops.device) + 0.5) / side - 0.5
    middle = torch.exp(-(axis[:, None] ** 2 + axis[None] ** 2) / (2 * MIDDLE_SPREAD**2)).flatten()
    colours = lab(pixels)
    edge = (1 - middle) * shown + 1e-6
    ground = (colours * edge[:, None]).sum(2) / edge.sum(1, keepdim=True)
    apart = ((colours - ground[..., None]) ** 2).sum(1)
    weight = middle * shown * (1 - 0.95 * torch.exp(-apart / (2 * GROUND_SPREAD**2)))
    lightness = soft_steps(colours[:, 0], 0, 100, LIGHTNESS_STEPS)
    green_red = soft_steps(colours[:, 1], -TINT_RANGE, TINT_RANGE, TINT_STEPS)
    blue_yellow = soft_steps(colours[:, 2], -TINT_RANGE, TINT_RANGE, TINT_STEPS)
    tint = (green_red[:, :, None] * blue_yellow[:, None]).flatten(1, 2)
    shares = torch.bmm(lightness * weight[:, None], tint.transpose(1, 2)).flatten(1)
    return (shares / shares.sum(1, keepdim=True).clamp(min=1e-6) + 1e-5).sqrt()
