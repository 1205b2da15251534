import { useSyncExternalStore } from 'react'

const nothingChanges = () => () => undefined

/** True on the server and in the first render over its markup, when nothing can be measured yet. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    nothingChanges,
    () => false,
    () => true,
  )
