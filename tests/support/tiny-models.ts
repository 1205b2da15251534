import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Tiny models with the interface of the real ones, so that engine tests take milliseconds: a detector
 * with fixed results, a judge whose score the test sets and which prefers square boxes, and an
 * embedder whose vector is the mean colour of the crop.
 */

type Field = readonly [number, number | string | Uint8Array | readonly Field[]]

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]

const encode = (fields: readonly Field[]): Uint8Array => {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'number') return Uint8Array.from([...varint(number * 8), ...varint(value)])
    const bytes =
      typeof value === 'string'
        ? new TextEncoder().encode(value)
        : value instanceof Uint8Array
          ? value
          : encode(value)
    return Buffer.concat([
      Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]),
      bytes,
    ])
  })
  return new Uint8Array(Buffer.concat(parts))
}

const FLOAT = 1
const INT64 = 7

const valueInfo = (name: string, type: number, shape: readonly (number | string)[]): Field[] => {
  const dims = shape.map((dim): Field => [1, typeof dim === 'number' ? [[1, dim]] : [[2, dim]]])
  return [
    [1, name],
    [
      2,
      [
        [
          1,
          [
            [1, type],
            [2, dims],
          ],
        ],
      ],
    ],
  ]
}

const node = (operator: string, inputs: string[], outputs: string[], attributes: Field[] = []) =>
  [
    ...inputs.map((name): Field => [1, name]),
    ...outputs.map((name): Field => [2, name]),
    [4, operator],
    ...attributes,
  ] satisfies Field[]

const tensor = (name: string, type: number, dims: number[], data: ArrayBufferView): Field[] => [
  ...dims.map((dim): Field => [1, dim]),
  [2, type],
  [8, name],
  [9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)],
]

const model = (graph: Field[]) =>
  encode([
    [1, 8],
    [7, [...graph, [2, 'tiny']]],
    [
      8,
      [
        [1, ''],
        [2, 17],
      ],
    ],
  ])

const INT_ATTRIBUTE = 2
const LIST_ATTRIBUTE = 7

/** Corners, in pixels of the detector's input. */
export type TinyFind = { box: [number, number, number, number]; kind: string; score: number }

const TINY_KINDS = ['outerwear', 'bag', 'footwear', 'gloves', 'belt']
const TINY_SIDE = 64
const SLOTS = 100
const TINY_CALIBRATION = { sameItem: 0.995, close: 0.95, similar: 0.8 }

const detector = (finds: readonly TinyFind[]) => {
  const boxes = new Float32Array(SLOTS * 4)
  const scores = new Float32Array(SLOTS)
  const kinds = new BigInt64Array(SLOTS)
  finds.forEach(({ box, kind, score }, index) => {
    boxes.set(box, index * 4)
    scores[index] = score
    kinds[index] = BigInt(TINY_KINDS.indexOf(kind))
  })
  const outputs = [
    { name: 'boxes', type: FLOAT, dims: [1, SLOTS, 4], data: boxes },
    { name: 'scores', type: FLOAT, dims: [1, SLOTS], data: scores },
    { name: 'kinds', type: INT64, dims: [1, SLOTS], data: kinds },
  ]
  return model([
    ...outputs.map(({ name }): Field => [1, node('Identity', [`${name}_`], [name])]),
    ...outputs.map(({ name, type, dims, data }): Field => [
      5,
      tensor(`${name}_`, type, dims, data),
    ]),
    [11, valueInfo('image', FLOAT, [1, 3, 'height', 'width'])],
    ...outputs.map(({ name, type, dims }): Field => [12, valueInfo(name, type, dims)]),
  ])
}

const meanAcross = (input: string, output: string, axes: number[], keepDims: 0 | 1): Field => [
  1,
  node(
    'ReduceMean',
    [input],
    [output],
    [
      [5, [[1, 'axes'], [20, LIST_ATTRIBUTE], ...axes.map((axis): Field => [8, axis])]],
      [
        5,
        [
          [1, 'keepdims'],
          [20, INT_ATTRIBUTE],
          [3, keepDims],
        ],
      ],
    ],
  ),
]

const judge = (certainties: readonly number[]) =>
  model([
    meanAcross('shares', 'mean', [1], 1),
    [1, node('Mul', ['mean', 'row'], ['certainties'])],
    [5, tensor('row', FLOAT, [1, certainties.length], Float32Array.from(certainties))],
    [11, valueInfo('crops', FLOAT, ['count', 3, TINY_SIDE, TINY_SIDE])],
    [11, valueInfo('shares', FLOAT, ['count', 2])],
    [12, valueInfo('certainties', FLOAT, ['count', certainties.length])],
  ])

const embedder = () =>
  model([
    meanAcross('crops', 'mean', [2, 3], 0),
    [1, node('LpNormalization', ['mean'], ['vectors'])],
    [11, valueInfo('crops', FLOAT, ['count', 3, TINY_SIDE, TINY_SIDE])],
    [12, valueInfo('vectors', FLOAT, ['count', 3])],
  ])

/** The mean colour again, as the probabilities of three colour words. */
const words = () =>
  model([
    meanAcross('crops', 'words', [2, 3], 0),
    [11, valueInfo('crops', FLOAT, ['count', 3, TINY_SIDE, TINY_SIDE])],
    [12, valueInfo('words', FLOAT, ['count', 3])],
  ])

type TinyModelOptions = {
  version?: string
  /** The judge's score for each kind; its weight is `1 - detectorShare`. */
  certainties?: Record<(typeof TINY_KINDS)[number], number>
  detectorShare?: number
  /** From which score boxes that are not shown are offered; without them, none are. */
  offers?: Record<(typeof TINY_KINDS)[number], number>
}

/** Creates a folder like `models/`, which the caller removes. By default only the detector's score counts. */
export const writeTinyModels = async (
  finds: readonly TinyFind[],
  { version = '1', certainties = {}, detectorShare = 1, offers = {} }: TinyModelOptions = {},
) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiny-models-'))
  const detectorCard = {
    version,
    inputSize: TINY_SIDE,
    productSize: TINY_SIDE,
    kinds: TINY_KINDS,
    categories: {
      outerwear: 'clothing',
      bag: 'bags',
      footwear: 'footwear',
      gloves: 'accessories',
      belt: 'accessories',
    },
  }
  const judgeCard = {
    version,
    inputSize: TINY_SIDE,
    candidates: 24,
    sameBox: 0.7,
    windowOfBox: 1,
    windowOfPhoto: 0.0001,
    halveFrom: 2,
    detectorShare,
    thresholds: { outerwear: 0.3, bag: 0.3, footwear: 0.5, gloves: 0.3, belt: 0.3 },
    offers,
  }
  const embedderCard = {
    version,
    inputSize: TINY_SIDE,
    dimensions: 3,
    parts: { appearance: 0, colour: 3, kind: 0 },
    cropMargin: 0,
    calibrations: {
      drawings: TINY_CALIBRATION,
      shopPhotos: TINY_CALIBRATION,
      streetPhotos: TINY_CALIBRATION,
    },
  }
  const wordsCard = {
    version,
    inputSize: TINY_SIDE,
    cropMargin: 0,
    attributes: [{ name: 'colour', words: ['crimson', 'lime', 'azure'], threshold: 0.7 }],
    typesOfKind: { outerwear: ['coat'] },
  }
  await writeFile(path.join(folder, 'detector.onnx'), detector(finds))
  await writeFile(
    path.join(folder, 'judge.onnx'),
    judge(TINY_KINDS.map((kind) => certainties[kind] ?? 1)),
  )
  await writeFile(path.join(folder, 'embedder.onnx'), embedder())
  await writeFile(path.join(folder, 'words.onnx'), words())
  await writeFile(path.join(folder, 'detector.json'), JSON.stringify(detectorCard))
  await writeFile(path.join(folder, 'judge.json'), JSON.stringify(judgeCard))
  await writeFile(path.join(folder, 'embedder.json'), JSON.stringify(embedderCard))
  await writeFile(path.join(folder, 'words.json'), JSON.stringify(wordsCard))
  return folder
}
