import { squareRoot } from './draw/exact-math.ts'
import { darken, mix, lighten, type Hex } from './draw/color.ts'

export type Scene = {
  width: number
  height: number
  /** Height of the floor; below the frame in a close crop. */ floor: number
  colors: readonly [Hex, Hex, Hex]
  /** 0..1, shifts the composition off centre. */ play: number
}
type Backdrop = (scene: Scene) => string

const rect = (x: number, y: number, w: number, h: number, fill: Hex, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" fill-opacity="${opacity}"/>`
const circle = (x: number, y: number, r: number, fill: Hex, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" fill-opacity="${opacity}"/>`
const shape = (d: string, fill: Hex, opacity = 1) =>
  `<path d="${d}" fill="${fill}" fill-opacity="${opacity}"/>`
const ground = ({ width, height, colors }: Scene) => rect(0, 0, width, height, colors[0])
const floorLine = (scene: Scene, fill: Hex = darken(scene.colors[0], 0.12)) => {
  const y = Math.min(scene.height, scene.floor - 70)
  return rect(0, y, scene.width, scene.height - y + 1, fill)
}
const side = (scene: Scene) => (scene.play < 0.5 ? 0.32 : 0.68)

const sun: Backdrop = (s) =>
  ground(s) + circle(s.width * side(s), s.height * 0.3, s.width * 0.33, s.colors[1]) + floorLine(s)
const arch: Backdrop = (s) => {
  const [w, x] = [s.width * 0.62, s.width / 2]
  const top = s.height * 0.12
  const d = (half: number, up: number) =>
    `M${x - half},${s.height} L${x - half},${up + half} C${x - half},${up} ${x + half},${up} ${x + half},${up + half} L${x + half},${s.height} Z`
  return (
    ground(s) +
    shape(d(w / 2 + 34, top - 34), s.colors[2], 0.8) +
    shape(d(w / 2, top), s.colors[1]) +
    floorLine(s, s.colors[2])
  )
}
const stairs: Backdrop = (s) => {
  const steps = Array.from({ length: 7 }, (_, i) => {
    const y = s.floor - 60 - i * 64
    const x = s.play < 0.5 ? i * s.width * 0.135 : 0
    return rect(
      x,
      y,
      s.width - i * s.width * 0.135,
      64,
      i % 2 ? s.colors[1] : mix(s.colors[1], s.colors[2], 0.6),
      0.95,
    )
  })
  return (
    ground(s) +
    circle(s.width * (1 - side(s)), s.height * 0.2, s.width * 0.14, lighten(s.colors[1], 0.4)) +
    steps.join('') +
    floorLine(s, s.colors[2])
  )
}
const windowLight: Backdrop = (s) => {
  const lean = s.play < 0.5 ? 90 : -90
  const pane = (x: number, y: number) =>
    shape(
      `M${x},${y} L${x + 130},${y - lean * 0.25} L${x + 130 + lean * 0.4},${y + 190 - lean * 0.25} L${x + lean * 0.4},${y + 190} Z`,
      s.colors[1],
      0.75,
    )
  const [x, y] = [s.width * 0.5 - 150, s.height * 0.14]
  return (
    ground(s) +
    pane(x, y) +
    pane(x + 146, y - lean * 0.28) +
    pane(x + lean * 0.42, y + 206) +
    pane(x + 146 + lean * 0.42, y + 206 - lean * 0.28) +
    floorLine(s, s.colors[2])
  )
}
const horizon: Backdrop = (s) => {
  const y = s.height * 0.52
  return (
    ground(s) +
    circle(s.width * side(s), y, s.width * 0.26, s.colors[1]) +
    rect(0, y, s.width, s.height - y, s.colors[2]) +
    Array.from({ length: 4 }, (_, i) =>
      rect(s.width * side(s) - 120 + i * 22, y + 16 + i * 22, 240 - i * 44, 7, s.colors[1], 0.8),
    ).join('') +
    rect(0, s.floor - 70, s.width, s.height - s.floor + 71, darken(s.colors[2], 0.14))
  )
}
const diagonal: Backdrop = (s) => {
  const [a, b] = s.play < 0.5 ? [0.2, 0.75] : [0.75, 0.2]
  return (
    ground(s) +
    shape(
      `M0,${s.height * a} L${s.width},${s.height * b} L${s.width},${s.height} L0,${s.height} Z`,
      s.colors[1],
    ) +
    shape(
      `M0,${s.height * a + 120} L${s.width},${s.height * b + 120} L${s.width},${s.height} L0,${s.height} Z`,
      s.colors[2],
      0.9,
    )
  )
}
const split: Backdrop = (s) => {
  const x = s.width * (s.play < 0.5 ? 0.4 : 0.6)
  return (
    ground(s) +
    (s.play < 0.5
      ? rect(0, 0, x, s.height, s.colors[1])
      : rect(x, 0, s.width - x, s.height, s.colors[1])) +
    floorLine(s, s.colors[2])
  )
}
const rings: Backdrop = (s) => {
  const [x, y] = [s.width * 0.5, s.height * 0.4]
  return (
    ground(s) +
    circle(x, y, s.width * 0.62, s.colors[2], 0.7) +
    circle(x, y, s.width * 0.46, s.colors[1], 0.8) +
    circle(x, y, s.width * 0.3, lighten(s.colors[1], 0.35)) +
    floorLine(s)
  )
}
const hills: Backdrop = (s) => {
  const [w, h] = [s.width, s.height]
  return (
    ground(s) +
    circle(w * (1 - side(s)), h * 0.18, w * 0.11, lighten(s.colors[1], 0.45)) +
    shape(
      `M0,${h * 0.55} C${w * 0.25},${h * 0.38} ${w * 0.45},${h * 0.42} ${w * 0.62},${h * 0.52} C${w * 0.8},${h * 0.62} ${w * 0.9},${h * 0.5} ${w},${h * 0.46} L${w},${h} L0,${h} Z`,
      s.colors[1],
    ) +
    shape(
      `M0,${h * 0.74} C${w * 0.3},${h * 0.6} ${w * 0.6},${h * 0.66} ${w},${h * 0.6} L${w},${h} L0,${h} Z`,
      s.colors[2],
    ) +
    rect(0, s.floor - 60, w, h - s.floor + 61, darken(s.colors[2], 0.12))
  )
}
const columns: Backdrop = (s) =>
  ground(s) +
  [0.06, 0.3, 0.54, 0.78]
    .map(
      (x) =>
        rect(s.width * x, 0, s.width * 0.16, s.height, s.colors[1], 0.9) +
        rect(s.width * (x + 0.11), 0, s.width * 0.05, s.height, s.colors[2], 0.9),
    )
    .join('') +
  floorLine(s, darken(s.colors[0], 0.14))
/** Rows of tiles grow towards the viewer. */
const receding = (t: number) => t * squareRoot(t)
const checks: Backdrop = (s) => {
  const y = s.floor - 110
  const tiles: string[] = []
  for (let row = 0; row < 4; row++) {
    const [top, bottom] = [
      y + (s.height + 40 - y) * receding(row / 4),
      y + (s.height + 40 - y) * receding((row + 1) / 4),
    ]
    for (let i = -7; i < 8; i++) {
      if ((i + row) % 2 === 0) continue
      const at = (n: number, v: number) => s.width / 2 + n * (60 + (v - y) * 0.55)
      tiles.push(
        shape(
          `M${at(i, top)},${top} L${at(i + 1, top)},${top} L${at(i + 1, bottom)},${bottom} L${at(i, bottom)},${bottom} Z`,
          s.colors[1],
        ),
      )
    }
  }
  return (
    ground(s) +
    circle(s.width * side(s), s.height * 0.28, s.width * 0.24, s.colors[1], 0.9) +
    rect(0, y, s.width, s.height - y, s.colors[2]) +
    tiles.join('')
  )
}
const awning: Backdrop = (s) => {
  const count = 8
  const w = s.width / count
  return (
    ground(s) +
    Array.from({ length: count }, (_, i) =>
      shape(
        `M${i * w},0 L${(i + 1) * w},0 L${(i + 1) * w},${s.height * 0.15} C${(i + 1) * w},${s.height * 0.19} ${i * w},${s.height * 0.19} ${i * w},${s.height * 0.15} Z`,
        i % 2 ? s.colors[1] : s.colors[2],
      ),
    ).join('') +
    floorLine(s)
  )
}
const leaves: Backdrop = (s) => {
  const leaf = (x: number, y: number, turn: number, size: number, fill: Hex) =>
    `<path d="M0,0 C${size * 0.5},${-size * 0.2} ${size * 0.6},${-size * 0.8} 0,${-size * 1.3} C${-size * 0.6},${-size * 0.8} ${-size * 0.5},${-size * 0.2} 0,0 Z" transform="translate(${x} ${y}) rotate(${turn})" fill="${fill}"/>`
  const x = s.play < 0.5 ? s.width * 0.08 : s.width * 0.92
  const flip = s.play < 0.5 ? 1 : -1
  return (
    ground(s) +
    rect(0, 0, s.width, s.height, s.colors[0]) +
    circle(s.width * (1 - side(s)), s.height * 0.26, s.width * 0.22, s.colors[1]) +
    [-64, -34, -4, 26, 58]
      .map((turn, i) =>
        leaf(
          x,
          s.floor - 30,
          flip * turn,
          190 + (i % 2) * 70,
          i % 2 ? s.colors[2] : darken(s.colors[2], 0.14),
        ),
      )
      .join('') +
    floorLine(s)
  )
}
const doorway: Backdrop = (s) => {
  const x = s.width * (s.play < 0.5 ? 0.14 : 0.36)
  const w = s.width * 0.5
  return (
    ground(s) +
    rect(x, s.height * 0.1, w, s.height, s.colors[1]) +
    shape(
      `M${x},${s.floor - 70} L${x + w},${s.floor - 70} L${x + w + (s.play < 0.5 ? 120 : -60)},${s.height} L${x + (s.play < 0.5 ? 60 : -120)},${s.height} Z`,
      lighten(s.colors[1], 0.25),
    ) +
    rect(x + w, s.height * 0.1, 16, s.floor - 70 - s.height * 0.1, s.colors[2])
  )
}
const BACKDROPS: readonly Backdrop[] = [
  sun,
  arch,
  stairs,
  windowLight,
  horizon,
  diagonal,
  split,
  rings,
  hills,
  columns,
  checks,
  awning,
  leaves,
  doorway,
]

/** A composition of two or three colours behind the figure. */
export const backdropSvg = (which: number, scene: Scene): string =>
  (BACKDROPS[which % BACKDROPS.length] ?? sun)(scene)
