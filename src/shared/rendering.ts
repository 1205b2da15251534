export type ScreenRenderer = (
  address: string,
  data: Record<string, unknown>,
) => {
  markup: string
  /** The screen's source file, the key of its scripts and styles in the build manifest. */
  module: string | null
}
