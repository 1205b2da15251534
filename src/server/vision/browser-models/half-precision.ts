/**
 * Rounds the weights of an ONNX model to half precision, which halves the download. The graph computes
 * in single precision as before: each weight is widened by a Cast, which onnxruntime folds away when
 * it loads the model. ONNX is a protobuf; only the fields named here are read, the rest is copied.
 */

const MODEL_GRAPH = 7
const GRAPH = { node: 1, initializer: 5 } as const
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 } as const
const ATTRIBUTE = { name: 1, int: 3, type: 20 } as const
const TENSOR = { type: 2, name: 8, raw: 9 } as const
const FLOAT = 1
const HALF = 10
const INT_ATTRIBUTE = 2

/** Smaller tensors are constants of the computation, and hardly part of the download. */
const MIN_TENSOR_BYTES = 256

type Field = { number: number; wire: number; value: Uint8Array | number }

const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5
const FIXED_SIZES: Readonly<Record<number, number>> = { [FIXED_64]: 8, [FIXED_32]: 4 }

/** Numbers above 2^53 do not occur in what is read; what is copied stays as bytes. */
function* readFields(message: Uint8Array): Generator<Field & { bytes: Uint8Array }> {
  let at = 0
  const varint = () => {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = message[at]
      if (byte === undefined) throw new Error('The model ends in the middle of a number')
      at += 1
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
  while (at < message.length) {
    const from = at
    const key = varint()
    const [number, wire] = [Math.floor(key / 8), key % 8]
    let value: Uint8Array | number
    if (wire === VARINT) value = varint()
    else {
      const length = wire === BYTES ? varint() : FIXED_SIZES[wire]
      if (length === undefined || at + length > message.length)
        throw new Error(`The model has a field that cannot be read: ${number}`)
      value = message.subarray(at, at + length)
      at += length
    }
    yield { number, wire, value, bytes: message.subarray(from, at) }
  }
}

const encodeVarint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...encodeVarint(Math.floor(value / 128))]

const encodeNumberField = (number: number, value: number) =>
  Uint8Array.from([...encodeVarint(number * 8 + VARINT), ...encodeVarint(value)])

const encodeBytesField = (number: number, value: Uint8Array) =>
  Buffer.concat([
    Uint8Array.from([...encodeVarint(number * 8 + BYTES), ...encodeVarint(value.length)]),
    value,
  ])

const encodeTextField = (number: number, value: string) =>
  encodeBytesField(number, Buffer.from(value))

const EXPONENT_SHIFT = 112
const MANTISSA_LOST = 13
const HALF_INFINITY = 0x7c00

const shiftRoundingToEven = (value: number, bits: number) => {
  const half = 2 ** (bits - 1)
  const isOdd = (value >>> bits) & 1
  return Math.floor((value + half - 1 + isOdd) / 2 ** bits)
}

/** The nearest half-precision number, ties to even; null if there is none. */
export const toHalf = (bits: number): number | null => {
  const sign = (bits >>> 16) & 0x8000
  const exponent = (bits >>> 23) & 0xff
  const mantissa = bits & 0x7fffff
  const above = exponent - EXPONENT_SHIFT
  const magnitude =
    above >= 1
      ? shiftRoundingToEven(above * 2 ** 23 + mantissa, MANTISSA_LOST)
      : above < -10
        ? 0
        : shiftRoundingToEven(mantissa | 0x800000, MANTISSA_LOST + 1 - above)
  return magnitude >= HALF_INFINITY ? null : sign | magnitude
}

const toHalves = (floats: Uint8Array): Uint8Array | null => {
  const from = new DataView(floats.buffer, floats.byteOffset, floats.byteLength)
  const halves = new Uint8Array(floats.byteLength / 2)
  const to = new DataView(halves.buffer)
  for (let at = 0; at < floats.byteLength; at += 4) {
    const half = toHalf(from.getUint32(at, true))
    if (half === null) return null
    to.setUint16(at / 2, half, true)
  }
  return halves
}

const encodeCastNode = (from: string, to: string) =>
  encodeBytesField(
    GRAPH.node,
    Buffer.concat([
      encodeTextField(NODE.input, from),
      encodeTextField(NODE.output, to),
      encodeTextField(NODE.operator, 'Cast'),
      encodeBytesField(
        NODE.attribute,
        Buffer.concat([
          encodeTextField(ATTRIBUTE.name, 'to'),
          encodeNumberField(ATTRIBUTE.int, FLOAT),
          encodeNumberField(ATTRIBUTE.type, INT_ATTRIBUTE),
        ]),
      ),
    ]),
  )

/** The tensor in half precision and its name, or null if it stays as it is. */
const halveTensor = (tensor: Uint8Array) => {
  const fields = [...readFields(tensor)]
  const valueOf = (number: number) => fields.find((field) => field.number === number)?.value
  const raw = valueOf(TENSOR.raw)
  const name = valueOf(TENSOR.name)
  if (
    valueOf(TENSOR.type) !== FLOAT ||
    !(raw instanceof Uint8Array) ||
    raw.length < MIN_TENSOR_BYTES
  )
    return null
  const halves = toHalves(raw)
  if (!halves || !(name instanceof Uint8Array)) return null
  const wide = Buffer.from(name).toString()
  const narrow = `${wide}.half`
  const parts = fields.map((field) => {
    if (field.number === TENSOR.type) return encodeNumberField(TENSOR.type, HALF)
    if (field.number === TENSOR.name) return encodeTextField(TENSOR.name, narrow)
    return field.number === TENSOR.raw ? encodeBytesField(TENSOR.raw, halves) : field.bytes
  })
  return { bytes: Buffer.concat(parts), narrow, wide }
}

const halveGraph = (graph: Uint8Array) => {
  const casts: Uint8Array[] = []
  const rest = [...readFields(graph)].map(({ number, value, bytes }) => {
    const halved =
      number === GRAPH.initializer && value instanceof Uint8Array ? halveTensor(value) : null
    if (!halved) return bytes
    casts.push(encodeCastNode(halved.narrow, halved.wide))
    return encodeBytesField(GRAPH.initializer, halved.bytes)
  })
  // Nodes are in the order of computation, so that the casts come first.
  return Buffer.concat([...casts, ...rest])
}

export const toHalfPrecision = (model: Uint8Array): Uint8Array =>
  Buffer.concat(
    [...readFields(model)].map(({ number, value, bytes }) =>
      number === MODEL_GRAPH && value instanceof Uint8Array
        ? encodeBytesField(MODEL_GRAPH, halveGraph(value))
        : bytes,
    ),
  )
