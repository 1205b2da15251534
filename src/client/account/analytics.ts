/** Event names come from the specification; no event identifies the user. */
const ANALYTICS_EVENT = 'wearabouts:analytics'

/**
 * The analytics port: an event on `window` (decision 047). Nothing listens by default, so nothing is
 * stored or sent.
 */
export const track = (name: string) => {
  window.dispatchEvent(new CustomEvent(ANALYTICS_EVENT, { detail: { name, at: Date.now() } }))
}
