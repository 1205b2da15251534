import { darken, mix, lighten, type Hex } from './draw/color.ts'
import type { Random } from './random.ts'

/** Photo backgrounds as SVG. The caller adds blur and grain. */
type Place = (width: number, height: number, random: Random) => string

const rect = (x: number, y: number, w: number, h: number, fill: string, opacity = 1) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`
const poly = (points: readonly (readonly [number, number])[], fill: string, opacity = 1) =>
  `<path d="M${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`
const circle = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`
const gradient = (id: string, a: Hex, b: Hex, turn: number) =>
  `<linearGradient id="${id}" gradientTransform="rotate(${turn})"><stop offset="0" stop-color="${a}"/><stop offset="1" stop-color="${b}"/></linearGradient>`

const WALLS: readonly Hex[] = [
  '#c9bfb2',
  '#b7a998',
  '#8f8a86',
  '#d8cfc3',
  '#a36f55',
  '#7f8b8c',
  '#c7a98a',
  '#e2ddd5',
  '#6e6560',
  '#9aa7ad',
  '#b98f7a',
  '#d9c6a5',
]
const PAVING: readonly Hex[] = ['#8b8782', '#a39d94', '#6d6a68', '#b5aa9b', '#57565a', '#9c9184']
const SKIES: readonly Hex[] = ['#bcd3e4', '#dfe6ea', '#9fb9cf', '#f0d9c0', '#c8ccd0']
const GREENS: readonly Hex[] = ['#4f6b45', '#6c8457', '#3c5238', '#8a9a66', '#586b3a']

const street: Place = (w, h, c) => {
  const horizon = h * c.between(0.45, 0.68)
  let art = `<defs>${gradient('s', c.pick(SKIES), '#f2efe9', 90)}</defs>${rect(0, 0, w, h, 'url(#s)')}`
  for (let x = -20; x < w;) {
    const width = c.between(w * 0.16, w * 0.4)
    const top = c.between(-40, horizon * 0.5)
    const wall = c.pick(WALLS)
    art += rect(x, top, width, horizon - top, wall)
    const [columns, rows] = [c.whole(2, 4), c.whole(3, 6)]
    for (let i = 0; i < columns; i++)
      for (let j = 0; j < rows; j++)
        art += rect(
          x + (width * (i + 0.25)) / columns,
          top + ((horizon - top) * (j + 0.2)) / rows,
          (width / columns) * 0.5,
          ((horizon - top) / rows) * 0.55,
          c.odds(0.75) ? darken(wall, 0.5) : lighten(wall, 0.5),
        )
    x += width
  }
  const paving = c.pick(PAVING)
  art += rect(0, horizon, w, h - horizon, paving)
  const middle = w * c.between(0.2, 0.8)
  for (let i = -8; i < 9; i++)
    art += poly(
      [
        [middle, horizon],
        [middle + i * w * 0.22, h],
        [middle + i * w * 0.22 + 5, h],
      ],
      darken(paving, 0.25),
      0.5,
    )
  if (c.odds(0.5)) art += rect(0, horizon - 6, w, 14, darken(paving, 0.3))
  if (c.odds(0.5)) {
    const x = c.between(0, w * 0.7)
    art +=
      rect(
        x,
        horizon - h * 0.16,
        w * 0.34,
        h * 0.13,
        c.pick(['#8c2f2b', '#2d3f5a', '#dcd8d0', '#3a3a3c']),
      ) +
      circle(x + w * 0.07, horizon - h * 0.03, h * 0.035, '#1c1b1b') +
      circle(x + w * 0.27, horizon - h * 0.03, h * 0.035, '#1c1b1b')
  }
  return art
}
const room: Place = (w, h, c) => {
  const wall = c.pick(WALLS)
  const floor = h * c.between(0.66, 0.86)
  let art = `<defs>${gradient('s', lighten(wall, c.between(0.1, 0.4)), darken(wall, c.between(0.05, 0.3)), c.between(0, 90))}</defs>${rect(0, 0, w, floor, 'url(#s)')}`
  const boards = c.pick(['#9b7350', '#b08d68', '#6f5340', '#c4b7a6', '#7d7872'])
  art += rect(0, floor, w, h - floor, boards)
  for (let i = -6; i < 7; i++)
    art += poly(
      [
        [w / 2 + i * w * 0.08, floor],
        [w / 2 + i * w * 0.2, h],
        [w / 2 + i * w * 0.2 + 2.5, h],
      ],
      darken(boards, 0.3),
      0.5,
    )
  if (c.odds(0.6)) {
    const [x, y] = [c.between(0, w * 0.6), c.between(0, h * 0.2)]
    art +=
      rect(x, y, w * 0.34, h * 0.32, '#f7f4ea') +
      rect(x + w * 0.16, y, 5, h * 0.32, darken(wall, 0.2)) +
      poly(
        [
          [x, floor + 8],
          [x + w * 0.34, floor + 8],
          [x + w * 0.5, h],
          [x + w * 0.08, h],
        ],
        '#fff6dd',
        0.35,
      )
  }
  if (c.odds(0.6)) {
    const x = c.between(-w * 0.1, w * 0.7)
    art += rect(
      x,
      floor - h * 0.2,
      w * c.between(0.2, 0.42),
      h * 0.22,
      c.pick(['#5d6a5b', '#7a4a3a', '#38424f', '#a58f73', '#c9c0b4']),
    )
  }
  if (c.odds(0.5)) {
    const x = c.between(0, w * 0.8)
    art += rect(x, h * c.between(0.12, 0.3), w * 0.16, h * 0.18, c.pick(WALLS))
  }
  if (c.odds(0.4)) {
    const x = c.between(0, w)
    for (let i = 0; i < 9; i++)
      art += circle(
        x + c.between(-40, 40),
        floor - h * 0.2 + c.between(-60, 40),
        c.between(10, 26),
        c.pick(GREENS),
        0.9,
      )
  }
  return art
}
const studio: Place = (w, h, c) => {
  const a = c.pick([...WALLS, '#3f4148', '#20222a', '#c9d2d6', '#d9b8a8', '#a9b7a4'])
  return `<defs><radialGradient id="s" cx="${c.between(0.2, 0.8)}" cy="${c.between(0.1, 0.6)}" r="${c.between(0.6, 1.1)}"><stop offset="0" stop-color="${lighten(a, 0.4)}"/><stop offset="1" stop-color="${darken(a, 0.35)}"/></radialGradient></defs>${rect(0, 0, w, h, 'url(#s)')}${c.odds(0.5) ? `<ellipse cx="${w / 2}" cy="${h * 0.93}" rx="${w * 0.5}" ry="${h * 0.07}" fill="${darken(a, 0.5)}" fill-opacity=".3"/>` : ''}`
}
const bricks: Place = (w, h, c) => {
  const wall = c.pick(['#9c5540', '#b98a72', '#d5d0c8', '#7a6a62', '#8f9a9c', '#e9e4da'])
  const size = c.between(16, 34)
  let art = rect(0, 0, w, h, darken(wall, 0.3))
  for (let y = 0, row = 0; y < h; y += size, row++)
    for (let x = row % 2 ? -size : 0; x < w; x += size * 2)
      art += rect(
        x + 1,
        y + 1,
        size * 2 - 2.5,
        size - 2.5,
        mix(wall, c.pick(['#ffffff', '#2a1a16', wall]), c.between(0, 0.22)),
      )
  const floor = h * c.between(0.8, 1)
  return art + rect(0, floor, w, h - floor + 1, c.pick(PAVING))
}
const park: Place = (w, h, c) => {
  const horizon = h * c.between(0.5, 0.75)
  let art = `<defs>${gradient('s', c.pick(SKIES), '#eef0e4', 90)}</defs>${rect(0, 0, w, h, 'url(#s)')}`
  for (let i = 0; i < 60; i++)
    art += circle(
      c.between(0, w),
      c.between(0, horizon),
      c.between(18, 80),
      mix(c.pick(GREENS), '#d9d08a', c.between(0, 0.4)),
      c.between(0.4, 0.95),
    )
  art += rect(
    0,
    horizon,
    w,
    h - horizon,
    c.pick(['#7f8d55', '#a3a077', '#b7aa8e', '#6d7a4a', '#8b8782']),
  )
  for (let i = 0; i < 25; i++)
    art += circle(
      c.between(0, w),
      c.between(0, horizon),
      c.between(5, 22),
      '#fff8d6',
      c.between(0.1, 0.4),
    )
  for (let i = 0; i < c.whole(0, 3); i++)
    art += rect(c.between(0, w), horizon - h * 0.5, c.between(12, 34), h * 0.52, '#4b3a2c')
  return art
}
const evening: Place = (w, h, c) => {
  let art = `<defs>${gradient('s', '#1b2033', c.pick(['#3a2b3e', '#26304a', '#4a3430']), 90)}</defs>${rect(0, 0, w, h, 'url(#s)')}`
  for (let i = 0; i < 46; i++)
    art += circle(
      c.between(0, w),
      c.between(0, h * 0.8),
      c.between(4, 34),
      c.pick(['#ffd48a', '#ff9a6b', '#8fb6ff', '#fff1cf', '#e86a7d']),
      c.between(0.12, 0.6),
    )
  return art + rect(0, h * 0.82, w, h * 0.2, '#26232a')
}
const clutter: Place = (w, h, c) => {
  let art = rect(0, 0, w, h, c.pick(WALLS))
  for (let i = 0; i < 26; i++) {
    const fill = c.pick([
      ...WALLS,
      ...GREENS,
      ...PAVING,
      '#b0453a',
      '#2f4d6b',
      '#d8b35a',
      '#ece7df',
    ])
    art += c.odds(0.6)
      ? rect(
          c.between(-60, w),
          c.between(-60, h),
          c.between(20, 190),
          c.between(20, 260),
          fill,
          c.between(0.5, 1),
        )
      : circle(c.between(0, w), c.between(0, h), c.between(10, 80), fill, c.between(0.5, 1))
  }
  return art
}
const beach: Place = (w, h, c) => {
  const sea = h * c.between(0.35, 0.55)
  const sand = sea + h * c.between(0.08, 0.2)
  return `<defs>${gradient('s', c.pick(SKIES), '#fbeedd', 90)}</defs>${rect(0, 0, w, h, 'url(#s)')}${rect(0, sea, w, sand - sea, c.pick(['#5f93a8', '#3f7f92', '#86aeb5']))}${rect(0, sand, w, h - sand, c.pick(['#dcc7a3', '#cbb18a', '#e8d9bd']))}${circle(c.between(0, w), c.between(0, sea), 40, '#fff6df', 0.8)}`
}
const PLACES: readonly Place[] = [
  street,
  room,
  studio,
  bricks,
  park,
  street,
  room,
  evening,
  clutter,
  beach,
]

export const photoBackgroundSvg = (width: number, height: number, random: Random): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${random.pick(PLACES)(width, height, random)}</svg>`
