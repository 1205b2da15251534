import { ellipse, type Path, transformPath } from '#demo/draw/path.ts'

export const ring = (x: number, y: number, outer: number, inner: number): Path => {
  const hole = ellipse([x, y], inner)
  const back = transformPath(hole, [-1, 0, 0, 1, 2 * x, 0])
  return [...ellipse([x, y], outer), ...back]
}
