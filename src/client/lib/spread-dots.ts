import { between, type Point } from '#shared/domain/box.ts'
import type { Size } from './use-element-size.ts'

const ROUNDS = 24

/**
 * Moves dots at least `gap` apart so that a finger can hit each, and keeps them inside `size`.
 * Deterministic, so that no dot jumps between renders.
 */
export const spreadDots = (points: readonly Point[], gap: number, size: Size): Point[] => {
  const dots = points.map((point) => ({ ...point }))
  const keepInside = (dot: Point) => {
    dot.x = between(dot.x, gap / 2, Math.max(gap / 2, size.width - gap / 2))
    dot.y = between(dot.y, gap / 2, Math.max(gap / 2, size.height - gap / 2))
  }
  dots.forEach(keepInside)
  for (let round = 0; round < ROUNDS; round += 1) {
    let isSettled = true
    dots.forEach((one, index) => {
      for (const other of dots.slice(index + 1)) {
        const away = { x: other.x - one.x, y: other.y - one.y }
        const distance = Math.hypot(away.x, away.y)
        if (distance >= gap - 0.5) continue
        isSettled = false
        const push = (gap - distance) / 2
        // Two dots at the same position have no direction between them: the later one moves down.
        const direction =
          distance > 0.01 ? { x: away.x / distance, y: away.y / distance } : { x: 0, y: 1 }
        one.x -= direction.x * push
        one.y -= direction.y * push
        other.x += direction.x * push
        other.y += direction.y * push
        keepInside(one)
        keepInside(other)
      }
    })
    if (isSettled) break
  }
  return dots
}
