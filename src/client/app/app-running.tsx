import { useEffect } from 'react'
import { answerEarlyClicks } from '#client/lib/early-clicks.ts'

/** Behind the screen, so that its effects come after the screen's own: from here on it answers. */
export const AppRunning = () => {
  useEffect(() => {
    // What the server rendered looks the same, but answers nobody: whoever waits for the app can tell.
    document.documentElement.dataset['app'] = 'running'
    answerEarlyClicks()
  }, [])
  return null
}
