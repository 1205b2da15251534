/** The code of an error from Node, the database or a library, such as ENOENT; '' if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

export const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
