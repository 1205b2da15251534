import { randomUUID } from 'node:crypto'
import { lensDetectionId } from '#shared/domain/detection.ts'
import { type DetectObjectsOptions, detectObjectsWith } from '#shared/vision/detect-objects.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import type { Picture } from '#shared/vision/picture.ts'

export const detectObjects = (
  engine: VisionEngine,
  picture: Picture,
  options?: DetectObjectsOptions,
) => detectObjectsWith(() => lensDetectionId(randomUUID()), engine, picture, options)
