/** `npm run test:long` examines everything. `npm test` takes samples and leaves out what is marked @long. */
export const isLongRun = process.env['TEST_LENGTH'] === 'long'

/** At most `size` of them, spread evenly and the same in every run. */
export const takeSample = <T>(all: readonly T[], size: number): T[] => {
  const step = isLongRun ? 1 : Math.max(1, all.length / size)
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}
