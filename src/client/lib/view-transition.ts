/** Shared by the tile's picture and the page's picture, so that one grows into the other. */
const NAME = 'look'
const TIMEOUT_MS = 600

let finishNavigation: (() => void) | null = null

/** Ends the wait of a running transition for the target page. */
export const finishViewTransition = () => finishNavigation?.()

/** Navigates with a view transition where supported, and waits for the page only briefly. */
export const navigateWithPicture = (picture: HTMLElement | null, move: () => void) => {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!picture || prefersReducedMotion || !('startViewTransition' in document)) return move()
  picture.style.viewTransitionName = NAME
  document.startViewTransition(
    () =>
      new Promise<void>((resolve) => {
        finishNavigation = resolve
        setTimeout(resolve, TIMEOUT_MS)
        move()
      }),
  )
}
