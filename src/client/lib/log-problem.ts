/** §8: some failures are only logged, with no message to the person. This is where. */
export const logProblem = (what: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- the one place that writes there
  console.warn(what, error)
}
