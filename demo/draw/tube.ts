import { angleOf, cosine, lengthOf, sine } from './exact-math.ts'
import { outline, samplePoints, type Path } from './path.ts'
import { lerp, type Point } from './point.ts'

export type WidthAt = (t: number) => number
/** Smooth interpolation between `[t, value]` keys, so that limbs have no kinks. */
export const interpolateWidths = (keys: readonly (readonly [number, number])[]): WidthAt => {
  const first = keys[0] ?? [0, 0]
  const last = keys.at(-1) ?? first
  return (t) => {
    if (t <= first[0]) return first[1]
    for (let i = 1; i < keys.length; i++) {
      const [a, b] = [keys[i - 1], keys[i]]
      if (a && b && t <= b[0]) {
        const f = (t - a[0]) / (b[0] - a[0])
        return lerp(a[1], b[1], f * f * (3 - 2 * f))
      }
    }
    return last[1]
  }
}

export type Limb = {
  /** The point at `u` across (-1..1) and `v` along (0..1). */
  at: (u: number, v: number, ease?: number) => Point
  width: WidthAt
  heading: (v: number) => number
}

/** A limb along a centre line, parameterised by arc length so that 0.5 is the middle joint. */
export const limbAlong = (center: readonly Point[], width: WidthAt): Limb => {
  const dots = samplePoints(center, 4)
  const reach = [0]
  for (let i = 1; i < dots.length; i++) {
    const [a, b] = [dots[i - 1] ?? [0, 0], dots[i] ?? [0, 0]]
    reach.push((reach[i - 1] ?? 0) + lengthOf(b[0] - a[0], b[1] - a[1]))
  }
  const total = reach.at(-1) ?? 1
  const spot = (v: number): { at: Point; way: Point } => {
    const goal = v * total
    let i = 1
    while (i < dots.length - 1 && (reach[i] ?? 0) < goal) i++
    const [a, b] = [dots[i - 1] ?? [0, 0], dots[i] ?? [0, 0]]
    const span = (reach[i] ?? 0) - (reach[i - 1] ?? 0) || 1
    const t = (goal - (reach[i - 1] ?? 0)) / span
    const before = dots[Math.max(0, i - 2)] ?? a
    const after = dots[Math.min(dots.length - 1, i + 1)] ?? b
    const way: Point = [after[0] - before[0], after[1] - before[1]]
    const length = lengthOf(way[0], way[1]) || 1
    return {
      at: [lerp(a[0], b[0], t), lerp(a[1], b[1], t)],
      way: [way[0] / length, way[1] / length],
    }
  }
  return {
    width,
    heading: (v) => {
      const { way } = spot(v)
      return (angleOf(way[0], way[1]) * 180) / Math.PI
    },
    at: (u, v, ease = 0) => {
      const { at, way } = spot(v)
      const offset = u * (width(v) + ease)
      return [at[0] + way[1] * offset, at[1] - way[0] * offset]
    },
  }
}

const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, i) => lerp(from, to, i / count))

/** The outline of a limb between `from` and `to`, widened by `ease(v)`, with optional round ends. */
export const sleeve = (
  limb: Limb,
  from: number,
  to: number,
  ease: WidthAt,
  options: { capStart?: boolean; capEnd?: boolean; count?: number } = {},
): Path => {
  const way = steps(from, to, options.count ?? 8)
  const left = way.map((v) => limb.at(-1, v, ease(v)))
  const right = way.map((v) => limb.at(1, v, ease(v))).reverse()
  const cap = (v: number, direction: number): Point[] => {
    const radius = limb.width(v) + ease(v)
    const center = limb.at(0, v)
    const heading = (limb.heading(v) * Math.PI) / 180
    return [60, 30, 0, -30, -60].map((degrees): Point => {
      const angle = heading + (direction > 0 ? 0 : Math.PI) - (degrees * Math.PI) / 180
      return [center[0] + cosine(angle) * radius, center[1] + sine(angle) * radius]
    })
  }
  // at(-1) is clockwise of the heading, so the end cap runs from -1 to +1 and the start cap back.
  const end = options.capEnd ? cap(to, 1).reverse() : []
  const start = options.capStart ? cap(from, -1).reverse() : []
  return outline([
    ...left,
    ...end,
    ...right,
    ...start,
    ...(options.capStart ? left.slice(0, 1) : []),
  ])
}

/** Straps and chains are areas rather than strokes, so that boxes include them. */
export const cord = (points: readonly Point[], width: number): Path => {
  const limb = limbAlong(points, () => width / 2)
  return sleeve(limb, 0, 1, () => 0, { count: Math.max(6, points.length * 3) })
}
