import { useState } from 'react'

/** True once it has been open: what has been opened stays mounted, so that it can fade out. */
export const useStaysMounted = (isOpen: boolean): boolean => {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened || isOpen
}
