export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Some failures are only logged, without a message to the user. */
export const logProblem = (description: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- the only place that writes to the console
  console.warn(description, error)
}
