/** The picture that grows from its tile into the page of its own carries this name on both. */
const NAME = 'look'
const PATIENCE_MS = 600

let arrived: (() => void) | null = null

/** Tells a transition under way that the page it leads to is on the screen. */
export const viewTransitionArrived = () => arrived?.()

/** Moves with a view transition where the browser has them, and without waiting for ever. */
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
