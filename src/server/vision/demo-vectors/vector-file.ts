import { z } from 'zod'

/**
 * A line of JSON, then every vector in whole numbers of a byte. Vectors have length one, so their
 * direction is all there is to keep: each is stretched until its largest number is 127.
 */
const headSchema = z.object({
  vectorVersion: z.string(),
  drawings: z.string(),
  dimensions: z.number().int().positive(),
  products: z.array(z.string()),
})
type Head = z.infer<typeof headSchema>

export type VectorFile = Omit<Head, 'dimensions' | 'products'> & {
  /** By the id of the drawing. */
  vectors: ReadonlyMap<string, Float32Array>
}

const LARGEST = 127
const LINE_END = 0x0a

const toBytes = (vector: Float32Array): Int8Array => {
  const stretch = LARGEST / vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) => Math.round(value * stretch))
}

const toUnit = (numbers: Int8Array): Float32Array => {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (value) => value / length)
}

export const writeVectorFile = ({ vectors, ...made }: VectorFile): Buffer => {
  const dimensions = [...vectors.values()][0]?.length ?? 0
  const head: Head = { ...made, dimensions, products: [...vectors.keys()] }
  const bodies = [...vectors.values()].map((vector) => {
    if (vector.length !== dimensions) throw new Error('Vectors of different lengths')
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
    throw new Error('The file of vectors is cut short')
  const vectorAt = (place: number) =>
    toUnit(new Int8Array(content.subarray(bodyStart + place * dimensions).subarray(0, dimensions)))
  return { ...made, vectors: new Map(products.map((id, place) => [id, vectorAt(place)])) }
}
