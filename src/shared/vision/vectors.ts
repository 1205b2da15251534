type Vector = Float32Array | Float64Array | readonly number[]

export const lengthOf = (vector: Vector): number => {
  let square = 0
  for (const value of vector) square += value * value
  return Math.sqrt(square)
}

/** A vector of zeros stays as it is. */
export const unitVector = (vector: Vector): Float32Array => {
  const length = lengthOf(vector)
  return Float32Array.from(vector, (value) => (length > 0 ? value / length : 0))
}

/** For unit vectors, the cosine of the angle between them. */
export const dotProduct = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)
