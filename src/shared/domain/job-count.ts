import { JOBS_COUNTED } from '#shared/constants.ts'

/** Counting stops there, so the last number stands for all above it. */
export const jobCountText = (count: number): string =>
  `${count.toLocaleString('en')}${count === JOBS_COUNTED ? ' or more' : ''}`
