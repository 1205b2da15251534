import type { Detection } from './detection.ts'

/** The part of the photo that stands for a detection, and by which it is looked for. */
export const bestView = ({ bbox, bestSeen }: Pick<Detection, 'bbox' | 'bestSeen'>) =>
  bestSeen ?? bbox
