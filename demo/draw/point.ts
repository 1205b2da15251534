import { angleOf, cosine, lengthOf, sine } from './exact-math.ts'

export type Point = readonly [x: number, y: number]
/** As in SVG's matrix(a b c d e f). */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const radians = (degrees: number) => (degrees * Math.PI) / 180

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]]
export const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]]
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t
export const between = (a: Point, b: Point, t: number): Point => [
  lerp(a[0], b[0], t),
  lerp(a[1], b[1], t),
]
export const distance = (a: Point, b: Point): number => lengthOf(a[0] - b[0], a[1] - b[1])

/** Clockwise in degrees, because y points down. */
export const turnPoint = ([x, y]: Point, degrees: number): Point => {
  const c = cosine(radians(degrees))
  const s = sine(radians(degrees))
  return [x * c - y * s, x * s + y * c]
}
/** Moves by `length`, `degrees` from straight down, positive to the viewer's right. */
export const stepDown = (from: Point, degrees: number, length: number): Point => [
  from[0] + sine(radians(degrees)) * length,
  from[1] + cosine(radians(degrees)) * length,
]
/** The angle from the x axis to the line from a to b, clockwise in degrees. */
export const headingOf = (a: Point, b: Point): number =>
  (angleOf(b[0] - a[0], b[1] - a[1]) * 180) / Math.PI

export const applyTo = (m: Matrix, [x, y]: Point): Point => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
]
/** Applies `inner`, then `outer`. */
export const compose = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]
export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]
export const scaling = (x: number, y = x): Matrix => [x, 0, 0, y, 0, 0]
export const rotation = (degrees: number): Matrix => {
  const c = cosine(radians(degrees))
  const s = sine(radians(degrees))
  return [c, s, -s, c, 0, 0]
}
/** Scales a local drawing (a negative `x` mirrors it), turns it and moves it to `at`. */
export const placement = (at: Point, degrees = 0, x = 1, y = Math.abs(x)): Matrix =>
  compose(translation(at[0], at[1]), compose(rotation(degrees), scaling(x, y)))
