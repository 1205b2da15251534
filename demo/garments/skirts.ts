import { seamOn } from '#demo/draw/color.ts'
import { sine } from '#demo/draw/exact-math.ts'
import { curve, ellipse, outline } from '#demo/draw/path.ts'
import { type Mark, mark, seam } from '#demo/draw/piece.ts'
import { between, lerp, type Point } from '#demo/draw/point.ts'
import type { Side } from '#demo/figure/pose.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import { hangingEdge, onTorso } from './cutting.ts'
import type { DrawGarment, Garment, Worn } from './garment.ts'

export type SkirtCut = {
  rise: number
  length: number
  flare: number
  ease: number
  pleats: number
  dip: number
  slit?: boolean
}

export const skirtRuns = (
  figure: Figure,
  cut: SkirtCut,
): { left: Point[]; right: Point[]; hem: Point[] } => {
  const side = (s: Side): Point[] => [
    ...[0, 0.35, 0.7].map((t) =>
      figure.torso(s, lerp(cut.rise, 1, t), 1.5 + cut.ease * t + cut.flare * 12 * t),
    ),
    ...hangingEdge(figure, s, cut.length, cut.flare, cut.ease + 1.5 + cut.flare * 12),
  ]
  const [left, right] = [side(-1), side(1)]
  const a: Point = left.at(-1) ?? [0, 0]
  const b: Point = right.at(-1) ?? [0, 0]
  const hem = Array.from({ length: 9 }, (_, i): Point => {
    const t = i / 8
    const [x, y] = between(a, b, t)
    return [x, y + sine(t * Math.PI) * cut.dip + (cut.pleats ? (i % 2) * cut.dip * 0.35 : 0)]
  })
  return { left, right, hem }
}

export const pleatMarks = (
  figure: Figure,
  cut: SkirtCut,
  runs: ReturnType<typeof skirtRuns>,
  ink: string,
): Mark[] =>
  Array.from({ length: cut.pleats }, (_, i) => {
    const t = (i + 1) / (cut.pleats + 1)
    const hemPoint = between(runs.left.at(-1) ?? [0, 0], runs.right.at(-1) ?? [0, 0], t)
    const hip = figure.torso(lerp(-0.96, 0.96, t), 1)
    return seam(
      curve([
        figure.torso(lerp(-0.9, 0.9, t), cut.rise + 0.06),
        hip,
        [hemPoint[0], hemPoint[1] + cut.dip * 1.5],
      ]),
      ink,
      i % 2 ? 1.2 : 2.2,
      i % 2 ? 0.45 : 0.7,
    )
  })

const SKIRTS: readonly SkirtCut[] = [
  { rise: 0.58, length: 165, flare: -0.02, ease: 1, pleats: 0, dip: 6, slit: true },
  { rise: 0.58, length: 140, flare: 0.24, ease: 3, pleats: 0, dip: 12 },
  { rise: 0.58, length: 225, flare: 0.26, ease: 3, pleats: 9, dip: 10 },
  { rise: 0.6, length: 340, flare: 0.18, ease: 4, pleats: 4, dip: 12 },
  { rise: 0.64, length: 72, flare: 0.2, ease: 3, pleats: 0, dip: 8 },
  { rise: 0.62, length: 82, flare: 0.3, ease: 3, pleats: 7, dip: 9 },
  { rise: 0.58, length: 250, flare: 0.02, ease: 2, pleats: 0, dip: 8, slit: true },
]

export const drawSkirt: DrawGarment = (garment: Garment, figure: Figure, worn: Worn) => {
  const cut = SKIRTS[garment.cut % SKIRTS.length]
  if (!cut) return []
  const ink = seamOn(garment.fabric.base)
  const runs = skirtRuns(figure, cut)
  const slit = cut.slit
    ? [
        seam(
          curve([
            figure.torso(0.45, 1.1),
            between(figure.torso(0.45, 1.1), runs.hem[6] ?? [0, 0], 1.05),
          ]),
          ink,
          1.8,
          0.8,
        ),
      ]
    : []
  const buttons =
    garment.cut % 3 === 1 && !cut.pleats
      ? Array.from({ length: 6 }, (_, i) =>
          mark(
            ellipse(between(figure.torso(0, cut.rise + 0.12), runs.hem[4] ?? [0, 0], i / 6), 2.6),
            garment.metal,
          ),
        )
      : []
  return [
    {
      owner: garment.id,
      z: worn.tucked ? LAYER.skirt : LAYER.trousers + 1,
      fill: garment.fabric,
      turn: figure.pose.hipTilt,
      shade: 18,
      path: outline(runs.left, runs.hem, [...runs.right].reverse(), [
        figure.torso(1, cut.rise, 1.5),
        figure.torso(0, cut.rise + 0.012),
        figure.torso(-1, cut.rise, 1.5),
      ]),
      marks: [
        ...pleatMarks(figure, cut, runs, ink),
        ...slit,
        ...buttons,
        seam(
          curve(
            [-1.2, -0.5, 0, 0.5, 1.2].map((u) =>
              figure.torso(u, cut.rise + 0.06 + (1 - u * u) * 0.012),
            ),
          ),
          ink,
          1.6,
          0.8,
        ),
        ...(cut.pleats
          ? []
          : [
              seam(onTorso(figure, 'M-4,0 L-6,26', cut.rise + 0.07, -0.45), ink, 1.2, 0.6),
              seam(onTorso(figure, 'M4,0 L6,26', cut.rise + 0.07, 0.45), ink, 1.2, 0.6),
            ]),
      ],
    },
  ]
}
