/** Shared by the tile's picture and the page's picture, so that one grows into the other. */
const NAME = 'look'
const PATIENCE_MS = 600

let arrived: (() => void) | null = null

/** Signals a running transition that the target page has rendered. */
export const viewTransitionArrived = () => arrived?.()

/** Navigates with a view transition where supported, and waits for the page only briefly. */
export const moveWithPicture = (picture: HTMLElement | null, move: () => void) => {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!picture || isStill || !('startViewTransition' in document)) return move()
  picture.style.viewTransitionName = NAME
  document.startViewTransition(
    () =>
      new Promise<void>((resolve) => {
        arrived = resolve
        setTimeout(resolve, PATIENCE_MS)
        move()
      }),
  )
}
