import { useEffect } from 'react'
import { answerEarlyClicks } from '#client/lib/early-clicks.ts'

/** Rendered after the screen, so that its effects run last: from here on the app is interactive. */
export const AppRunning = () => {
  useEffect(() => {
    // Lets tests tell the hydrated app from the server's markup.
    document.documentElement.dataset['app'] = 'running'
    answerEarlyClicks()
  }, [])
  return null
}
