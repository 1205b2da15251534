import { useEffect, useState } from 'react'

/** The value once it has not changed for `afterMs`: a call per word, not per key. */
export const useSettled = <T>(value: T, afterMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
