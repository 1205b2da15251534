import { useEffect } from 'react'
import { createTabNote } from '#client/lib/browser-storage.ts'
import { toast } from '#client/ui/toast.tsx'

/** A message that is shown after the next full page load. */
export const arrivalNote = createTabNote<string>('wearabouts.arrival')

export const useArrivalMessage = () => {
  useEffect(() => {
    const message = arrivalNote.take()
    // With an error in its address, the page explains what went wrong instead.
    const hasFailed = new URLSearchParams(window.location.search).has('error')
    if (message !== null && !hasFailed) toast.success(message)
  }, [])
}
