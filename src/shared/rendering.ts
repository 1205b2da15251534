/** Renders a screen to HTML from the data inlined in its page. */
export type ScreenRenderer = (
  /** Path and query. */
  address: string,
  data: Record<string, unknown>,
) => {
  markup: string
  /** The screen's source file, the key of its scripts and styles in the build manifest. */
  module: string | null
}
