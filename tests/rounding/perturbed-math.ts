/**
 * ECMAScript leaves the last bit of these functions to the engine, and processors differ in it. Here
 * each result moves by one unit in the last place, up or down by the seed, so that a test which
 * depends on the last bit fails on this machine too.
 */
const INEXACT = [
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atan2',
  'atanh',
  'cbrt',
  'cos',
  'cosh',
  'exp',
  'expm1',
  'hypot',
  'log',
  'log10',
  'log1p',
  'log2',
  'pow',
  'sin',
  'sinh',
  'sqrt',
  'tan',
  'tanh',
] as const

const float = new Float64Array(1)
const bits = new BigInt64Array(float.buffer)

/** The neighbouring double, further from zero or nearer to it. */
export const neighbor = (value: number, isFurther: boolean): number => {
  if (!Number.isFinite(value) || value === 0) return value
  float[0] = value
  bits[0] = (bits[0] ?? BigInt(0)) + BigInt(isFurther ? 1 : -1)
  return float[0]
}

/** A processor errs the same way each time: the seed, the function and its arguments decide. */
const coin = (seed: number, name: string, values: readonly number[]): boolean => {
  let hash = seed
  for (const letter of `${name} ${values.join(' ')}`)
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return ((hash ^ (hash >>> 15)) & 1) === 1
}

/** The specification fixes these: e⁰ and cos 0 are 1. Small powers of whole numbers are products. */
const isExact = (name: string, values: readonly number[], result: number): boolean => {
  if (name !== 'pow') return values.every((value) => value === 0)
  return values.at(-1) === 0 || (values.every(Number.isInteger) && Number.isSafeInteger(result))
}

const perturbMath = (seed: number): void => {
  for (const name of INEXACT) {
    const original: (...values: number[]) => number = Math[name]
    Object.defineProperty(Math, name, {
      configurable: true,
      value: (...values: number[]) => {
        const result = original(...values)
        return isExact(name, values, result) ? result : neighbor(result, coin(seed, name, values))
      },
    })
  }
}

// Files that share their modules share Math too, and a second layer would add a second error.
const PERTURBED = Symbol.for('perturbed')
if (!(PERTURBED in Math)) {
  perturbMath(Number(process.env['MATH_SEED'] ?? 1))
  Object.defineProperty(Math, PERTURBED, { value: true })
}
