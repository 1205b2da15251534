declare global {
  interface Window {
    /** Collected by public/early-clicks.js until the app can handle clicks itself. */
    earlyClicks?: { stop: () => HTMLElement[] }
  }
}

/** Replays clicks made before the app had loaded. */
export const answerEarlyClicks = () => {
  const pressed = window.earlyClicks?.stop() ?? []
  for (const button of pressed) button.click()
}
