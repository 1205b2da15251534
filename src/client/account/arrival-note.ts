import { useEffect } from 'react'
import { createTabNote } from '#client/lib/browser-storage.ts'
import { toast } from '#client/ui/toast.ts'

/** A word of confirmation for the next page, which is loaded anew. */
export const arrivalNote = createTabNote<string>('wearabouts.arrival')

export const useArrivalWord = () => {
  useEffect(() => {
    const words = arrivalNote.take()
    // The page says itself what went wrong.
    const hasFailed = new URLSearchParams(window.location.search).has('error')
    if (words !== null && !hasFailed) toast.success(words)
  }, [])
}
