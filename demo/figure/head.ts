import { darken, lightness, type Hex } from '#demo/draw/color.ts'
import { outline, pathOf, transformPath } from '#demo/draw/path.ts'
import { type Mark, mark, type Piece } from '#demo/draw/piece.ts'
import { between } from '#demo/draw/point.ts'
import { LAYER } from '#demo/layers.ts'
import { type Face, faceMarks, mouthMarks } from './face.ts'
import type { Figure } from './skeleton.ts'

const FACE = pathOf(
  'M-29,-8 C-29,-36 -15,-46 0,-46 C15,-46 29,-36 29,-8 C29,14 21,31 10,42 C5,47 -5,47 -10,42 C-21,31 -29,14 -29,-8 Z',
)
const EAR = 'M-28,-6 C-34,-9 -36,0 -33,7 C-31,12 -27,12 -26,8 Z'
const FAR_EAR = 'M28,-6 C34,-9 36,0 33,7 C31,12 27,12 26,8 Z'
/** The shaded side of the face; its edge is the bridge of the nose. */
const PROFILE =
  'M6,-60 C3,-40 4,-24 2,-12 C4,-4 9,2 9,8 C9,12 4,13 2,13 C3,17 4,20 2,24 C4,29 3,36 -1,50 L44,50 L44,-60 Z'

export const LIP_COLORS = ['#B4322F', '#8E1F38', '#C2505B', '#7A2436'] as const

/** Neck, ears and face. */
export const headPieces = (
  figure: Figure,
  skin: Hex,
  hairColor: Hex,
  face: Face,
  lightFrom: -1 | 1,
): Piece[] => {
  const shadow = darken(skin, lightness(skin) > 0.5 ? 0.22 : 0.34)
  const { torso, neckTop } = figure
  const half = 12.5 + figure.body.limb * 1.5
  const top = between(neckTop, figure.neckBase, -0.35)
  const neck = outline(
    [
      [top[0] - half, top[1]],
      [neckTop[0] - half, neckTop[1] + 8],
      torso(-0.3, -0.05),
      torso(-0.62, 0.01),
    ],
    [torso(-0.5, 0.12), torso(0, 0.2), torso(0.5, 0.12)],
    [
      torso(0.62, 0.01),
      torso(0.3, -0.05),
      [neckTop[0] + half, neckTop[1] + 8],
      [top[0] + half, top[1]],
    ],
  )
  const underChin = outline([
    [neckTop[0] - 40, neckTop[1] - 30],
    [neckTop[0] - half - 4, neckTop[1] + 2],
    [neckTop[0], neckTop[1] + 20],
    [neckTop[0] + half + 4, neckTop[1] + 4],
    [neckTop[0] + 40, neckTop[1] - 30],
  ])
  const flip = lightFrom > 0 ? transformPath(pathOf(PROFILE), [-1, 0, 0, 1, 0, 0]) : pathOf(PROFILE)
  const on = (d: string) => transformPath(pathOf(d), figure.head)
  const onHead = (marks: readonly Mark[]) =>
    marks.map((part) => ({ ...part, path: transformPath(part.path, figure.head) }))
  return [
    {
      owner: 'body',
      z: LAYER.neck,
      path: neck,
      fill: skin,
      shade: 9,
      marks: [mark(underChin, shadow)],
    },
    { owner: 'body', z: LAYER.head - 1, path: on(EAR), fill: lightFrom < 0 ? skin : shadow },
    { owner: 'body', z: LAYER.head - 1, path: on(FAR_EAR), fill: lightFrom < 0 ? shadow : skin },
    {
      owner: 'body',
      z: LAYER.head,
      path: transformPath(FACE, figure.head),
      fill: skin,
      marks: [
        mark(transformPath(flip, figure.head), shadow, 0.8),
        ...onHead(faceMarks(face, skin, hairColor, lightFrom < 0 ? 1 : -1)),
        ...onHead(mouthMarks(face, skin)),
      ],
    },
  ]
}
