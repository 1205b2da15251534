/** What the client's bundle for the server does: a screen as HTML, from the data its page carries. */
export type ScreenRenderer = (
  /** Path and query. */
  address: string,
  data: Record<string, unknown>,
) => {
  markup: string
  /** The source file of the screen, by which the build tells its scripts and styles. */
  module: string | null
}
