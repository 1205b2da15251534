import { type ComponentType, lazy } from 'react'

export type Screen = {
  /** Source file as named in the build manifest; null if it is part of the app bundle. */
  module: string | null
  Component: ComponentType
  /** A preloaded screen renders synchronously, as server rendering and hydration require. */
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
    module,
    Component: () => (Loaded ? <Loaded /> : <Later />),
    preload: async () => {
      Loaded = (await load()).default
    },
  }
}
