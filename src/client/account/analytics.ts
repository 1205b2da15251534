/** Names of events are the spec's; no event carries who it was. */
const ANALYTICS_EVENT = 'wearabouts:analytics'

/**
 * The port for analytics: an event on the window. By default nobody listens, so nothing is kept or
 * sent; whoever runs the site can add a script that does, under the policy they publish.
 */
export const track = (name: string) => {
  window.dispatchEvent(new CustomEvent(ANALYTICS_EVENT, { detail: { name, at: Date.now() } }))
}
