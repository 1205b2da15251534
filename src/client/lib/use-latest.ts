import { useEffect, useRef } from 'react'

/** The value of the last render, for work that outlives the render it started in. */
export const useLatest = <Value>(value: Value) => {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}
