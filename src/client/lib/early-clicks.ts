declare global {
  interface Window {
    /** Collected by public/early-clicks.js until the app can answer them itself. */
    earlyClicks?: { stop: () => HTMLElement[] }
  }
}

/** A button pressed while the app was still on its way does its work now. */
export const answerEarlyClicks = () => {
  const pressed = window.earlyClicks?.stop() ?? []
  for (const button of pressed) button.click()
}
