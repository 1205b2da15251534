import type { Detection } from './detection.ts'

/** The part of the photo that represents a detection and is used to search for it. */
export const bestView = ({ bbox, bestSeen }: Pick<Detection, 'bbox' | 'bestSeen'>) =>
  bestSeen ?? bbox
