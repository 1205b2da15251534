import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { ScreenRenderer } from '#shared/rendering.ts'

/** The client's bundle for the server; null if it has not been built. */
export const loadScreenRenderer = async (file: string): Promise<ScreenRenderer | null> => {
  if (!existsSync(file)) return null
  const bundle = (await import(pathToFileURL(file).href)) as { renderScreen: ScreenRenderer }
  return bundle.renderScreen
}
