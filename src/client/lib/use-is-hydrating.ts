import { useSyncExternalStore } from 'react'

const nothingChanges = () => () => undefined

/** True on the server and during hydration, when nothing can be measured yet. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    nothingChanges,
    () => false,
    () => true,
  )
