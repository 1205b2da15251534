import { z } from 'zod'

/**
 * A line of JSON, then one byte per component. Vectors have unit length, so only the direction is
 * stored: each vector is scaled until its largest component is 127.
 */
const headSchema = z.object({
  vectorVersion: z.string(),
  drawings: z.string(),
  dimensions: z.number().int().positive(),
  products: z.array(z.string()),
})
type Head = z.infer<typeof headSchema>

export type VectorFile = Omit<Head, 'dimensions' | 'products'> & {
  vectors: ReadonlyMap<string, Float32Array>
}

const LARGEST = 127
const LINE_END = 0x0a

const toBytes = (vector: Float32Array): Int8Array => {
  const scale = LARGEST / vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

const toUnit = (numbers: Int8Array): Float32Array => {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (value) => value / length)
}

export const writeVectorFile = ({ vectors, ...made }: VectorFile): Buffer => {
  const dimensions = [...vectors.values()][0]?.length ?? 0
  const head: Head = { ...made, dimensions, products: [...vectors.keys()] }
  const bodies = [...vectors.values()].map((vector) => {
    if (vector.length !== dimensions) throw new Error('The vectors have different lengths')
    return new Uint8Array(toBytes(vector).buffer)
  })
  return Buffer.concat([Buffer.from(`${JSON.stringify(headSchema.parse(head))}\n`), ...bodies])
}

export const readVectorFile = (content: Buffer): VectorFile => {
  const bodyStart = content.indexOf(LINE_END) + 1
  const { dimensions, products, ...made } = headSchema.parse(
    JSON.parse(content.toString('utf8', 0, bodyStart)),
  )
  if (content.length !== bodyStart + products.length * dimensions)
    throw new Error('The vector file is truncated')
  const vectorAt = (index: number) =>
    toUnit(new Int8Array(content.subarray(bodyStart + index * dimensions).subarray(0, dimensions)))
  return { ...made, vectors: new Map(products.map((id, index) => [id, vectorAt(index)])) }
}
