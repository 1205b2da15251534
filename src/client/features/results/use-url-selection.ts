import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useSelection } from '#client/catalog/selection.ts'
import { celebritiesFromQuery } from '#shared/paths.ts'

/** Copies the selection from the URL to the store, where the edit overlay starts. */
export const useUrlSelection = () => {
  const [params] = useSearchParams()
  const value = params.get('celebrities')
  const replace = useSelection((state) => state.replace)
  const selection = useMemo(() => celebritiesFromQuery(value), [value])
  useEffect(() => replace(selection), [replace, selection])
  return selection
}
