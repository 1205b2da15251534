/**
 * ECMAScript lets each engine round `Math.sin`, `Math.hypot`, `**` and their kin as it likes, and
 * arm64 and x86-64 do differ in the last bit. One flipped bit moves a rounded coordinate, and with it
 * the measured boxes and the version of the drawings. These use only arithmetic that IEEE 754 rounds
 * exactly, so every processor draws the same lines. A test keeps the others out of the demo.
 */

const SINE_TERMS = 11
export const sine = (radians: number): number => {
  const wrapped = radians - Math.round(radians / (2 * Math.PI)) * 2 * Math.PI
  const x = Math.abs(wrapped) > Math.PI / 2 ? Math.sign(wrapped) * Math.PI - wrapped : wrapped
  let term = x
  let sum = x
  for (let n = 1; n < SINE_TERMS; n++) {
    term *= (-x * x) / (2 * n * (2 * n + 1))
    sum += term
  }
  return sum
}
export const cosine = (radians: number): number => sine(radians + Math.PI / 2)

/** Newton's method from above: each step comes down until rounding stops it. */
export const squareRoot = (value: number): number => {
  if (value <= 0) return 0
  let root = Math.max(1, value)
  for (;;) {
    const next = (root + value / root) / 2
    if (next >= root) return root
    root = next
  }
}
export const lengthOf = (x: number, y: number): number => squareRoot(x * x + y * y)

const ARCTANGENT_TERMS = 22
/** For 0 ≤ x ≤ 1; the series only converges quickly for the smaller half of that. */
const arctangent = (x: number): number => {
  if (x > 0.42) return Math.PI / 4 - arctangent((1 - x) / (1 + x))
  let power = x
  let sum = 0
  for (let n = 0; n < ARCTANGENT_TERMS; n++) {
    sum += power / (2 * n + 1)
    power *= -x * x
  }
  return sum
}
/** The angle of the direction x, y in radians, like `Math.atan2(y, x)`. */
export const angleOf = (x: number, y: number): number => {
  const [across, down] = [Math.abs(x), Math.abs(y)]
  if (across + down === 0) return 0
  const acute = down <= across ? arctangent(down / across) : Math.PI / 2 - arctangent(across / down)
  const upper = x < 0 ? Math.PI - acute : acute
  return y < 0 ? -upper : upper
}
