import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useSelection } from '#client/catalog/selection.ts'
import { celebritiesFromQuery } from '#shared/paths.ts'

/** The address says what is selected; the store follows it, so that the edit overlay starts there. */
export const useUrlSelection = () => {
  const [params] = useSearchParams()
  const value = params.get('celebrities')
  const replace = useSelection((state) => state.replace)
  const selection = useMemo(() => celebritiesFromQuery(value), [value])
  useEffect(() => replace(selection), [replace, selection])
  return selection
}
