import { type ComponentType, lazy } from 'react'

export type Screen = {
  /** Source file, as the build's manifest names it; null where it comes with the app itself. */
  module: string | null
  Component: ComponentType
  /** Loaded beforehand, a screen renders at once: on the server, and over what the server rendered. */
  preload: () => Promise<unknown>
}

export const includedScreen = (Component: ComponentType): Screen => ({
  module: null,
  Component,
  preload: async () => undefined,
})

export const lazyScreen = (
  module: string,
  load: () => Promise<{ default: ComponentType }>,
): Screen => {
  let Loaded: ComponentType | null = null
  const Later = lazy(load)
  return {
    module: `src/client/features/${module}.tsx`,
    Component: () => (Loaded ? <Loaded /> : <Later />),
    preload: async () => {
      Loaded = (await load()).default
    },
  }
}
