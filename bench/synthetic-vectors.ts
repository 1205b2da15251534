import type { ProductVector } from '#server/vision/vectors/vector-search.ts'

const LOOKS = 4_000
const CATEGORIES = ['clothing', 'footwear', 'bags', 'jewelry', 'accessories', 'other'] as const

/** The same sequence in every run. */
const createRandom = (seed: number) => {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

const unit = (vector: Float32Array) => {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return vector.map((value) => value / length)
}

/** Clustered like real products: close within a look, far apart otherwise. Call it with rising places. */
export const createProducts = (dimensions: number) => {
  const random = createRandom(7)
  const point = () => Float32Array.from({ length: dimensions }, random)
  const looks = Array.from({ length: LOOKS }, point)
  return (place: number): ProductVector => {
    const look = looks[place % LOOKS] ?? point()
    return {
      productKey: `p${place}`,
      vector: unit(look.map((value) => value + 0.7 * random())),
      category: CATEGORIES[(place % LOOKS) % CATEGORIES.length] ?? 'other',
      ownerUid: null,
    }
  }
}
