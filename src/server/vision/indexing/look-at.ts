import type { Box } from '#shared/domain/box.ts'
import type { VisionEngine } from '#server/vision/engine.ts'
import type { Picture } from '#server/vision/picture.ts'

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

/** Embeds a product's picture, or a box in it (fractions), with background priority. */
export const lookAt = async (
  engine: VisionEngine,
  picture: Picture,
  box: Box | null,
  signal: AbortSignal,
): Promise<Float32Array> => {
  const { width, height } = picture.size
  const { x, y, width: across, height: down } = box ?? WHOLE
  const corners = {
    x0: x * width,
    y0: y * height,
    x1: (x + across) * width,
    y1: (y + down) * height,
  }
  const squares = await engine.cut(picture, [corners])
  const { vectors } = await engine.embed(squares, { signal, priority: 'background' })
  const [vector] = vectors
  if (!vector) throw new Error('The model gave no vector')
  return vector
}
