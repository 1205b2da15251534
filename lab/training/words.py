"""The words of an item: type, pattern, colours, sleeve, length and material, each with its probability."""

import torch
import torch.nn.functional as F
from torch import nn

from attributes import VOCABULARY
from colours import lab, soft_steps
from photos import FILL
from trunk import DEEPEST, DEEPEST_CHANNELS, Trunk

LIGHTNESS_STEPS, TINT_STEPS, TINT_RANGE = 6, 8, 60.0
SHARES = LIGHTNESS_STEPS * TINT_STEPS**2
SAMPLE_EVERY = 4  # pixels
GROUND_SPREAD = 12.0
POOLED = 2 * DEEPEST_CHANNELS
COLOUR_ATTRIBUTES = ("colour", "secondColour")
COUNTS = [len(words) for words in VOCABULARY.values()]


def palette(crops, focus):
    """Colours of the crops [N, 2 * SHARES + 6]: in focus; the same without what is coloured like the edge;
    and the mean and spread of those in focus.

    `focus` [N, 1, h, w] says where the network sees the item. Shares are given as their square roots, so
    that a trim counts beside a whole coat. The grey round a letterboxed crop counts nothing.
    """
    start = SAMPLE_EVERY // 2 - 1
    sampled = crops[:, :, start::SAMPLE_EVERY, start::SAMPLE_EVERY]
    pixels, side = sampled.flatten(2), sampled.shape[-1]
    shown = ((pixels - FILL).abs().sum(1) > 0.5).float()
    colours = lab(pixels)
    axis = (torch.arange(side, device=crops.device) + 0.5) / side - 0.5
    outer = (axis.abs()[:, None].maximum(axis.abs()[None]).flatten() > 0.42).float() * shown + 1e-6
    ground = (colours * outer[:, None]).sum(2) / outer.sum(1, keepdim=True)
    apart = ((colours - ground[..., None]) ** 2).sum(1)
    fine = F.interpolate(focus, size=(side, side), mode="bilinear", align_corners=False).flatten(1)
    weight = shown * fine + 1e-6
    lightness = soft_steps(colours[:, 0], 0, 100, LIGHTNESS_STEPS)
    green_red = soft_steps(colours[:, 1], -TINT_RANGE, TINT_RANGE, TINT_STEPS)
    blue_yellow = soft_steps(colours[:, 2], -TINT_RANGE, TINT_RANGE, TINT_STEPS)
    tint = (green_red[:, :, None] * blue_yellow[:, None]).flatten(1, 2)

    def shares(weight):
        found = torch.bmm(lightness * weight[:, None], tint.transpose(1, 2)).flatten(1)
        return (found / found.sum(1, keepdim=True).clamp(min=1e-6) + 1e-5).sqrt()

    part = (weight / weight.sum(1, keepdim=True))[:, None]
    mean = (colours * part).sum(2)
    spread = (((colours - mean[..., None]) ** 2 * part).sum(2) + 1e-4).sqrt()
    item = weight * (1 - 0.95 * torch.exp(-apart / (2 * GROUND_SPREAD**2)))
    return torch.cat([4 * shares(weight), 4 * shares(item), mean / 25, spread / 12], 1)


def hidden(inputs, width, drop):
    return nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Dropout(drop))


class Words(nn.Module):
    def __init__(self, trunk_folder, width=320, drop=0.4):
        super().__init__()
        self.trunk = Trunk(trunk_folder, DEEPEST)
        # Where in its box the item itself is: the floor it lies on has neither its colour nor its pattern.
        self.focus = nn.Conv2d(DEEPEST_CHANNELS, 1, 1)
        nn.init.zeros_(self.focus.weight)
        nn.init.constant_(self.focus.bias, 1.0)
        self.level = nn.LayerNorm(POOLED)
        self.shape = hidden(POOLED, width, drop)
        self.hint = nn.Linear(POOLED, 32)  # what it is says something of its colour: jeans are denim
        self.tone = hidden(2 * SHARES + 6 + 32, 192, drop)
        self.answers = nn.ModuleList(
            nn.Linear(192 if name in COLOUR_ATTRIBUTES else width, count) for name, count in zip(VOCABULARY, COUNTS)
        )

    def logits(self, crops):
        """A list of [N, words] by attribute."""
        deepest = self.trunk(crops)
        with torch.autocast(crops.device.type, enabled=False):
            deepest = deepest.float()
            focus = torch.sigmoid(self.focus(deepest))
            mean = (deepest * focus).sum((2, 3)) / focus.sum((2, 3))
            pooled = self.level(torch.cat([mean, deepest.amax((2, 3))], 1))
            shape = self.shape(pooled)
            tone = self.tone(torch.cat([palette(crops.float(), focus), self.hint(pooled)], 1))
            inputs = [tone if name in COLOUR_ATTRIBUTES else shape for name in VOCABULARY]
            return [answer(part) for answer, part in zip(self.answers, inputs)]

    def forward(self, crops):
        return torch.cat([torch.softmax(part, 1) for part in self.logits(crops)], 1)
