/** Where a slide stands from the one in the middle: -1 above, 0 middle, 1 below, more: out of sight. */
export const slideOffset = (slide: number, active: number, count: number): number => {
  const steps = (((slide - active) % count) + count) % count
  return steps === count - 1 && count > 2 ? -1 : steps
}

export const slideAfter = (active: number, steps: number, count: number): number =>
  count === 0 ? 0 : (((active + steps) % count) + count) % count

/** Lets one call through per `everyMs`; a wheel reports dozens of turns for one. */
export const throttle = (everyMs: number, now: () => number) => {
  let last = -Infinity
  return (action: () => void) => {
    const time = now()
    if (time - last < everyMs) return
    last = time
    action()
  }
}
