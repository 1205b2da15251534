import { useState } from 'react'

/** True from the first time on: what has been opened once stays mounted, so that it can fade out. */
export const useWasEver = (isNow: boolean): boolean => {
  const [was, setWas] = useState(isNow)
  if (isNow && !was) setWas(true)
  return was || isNow
}
