/** A slide's offset from the middle: -1 above, 0 middle, 1 below, otherwise hidden. */
export const slideOffset = (slide: number, active: number, count: number): number => {
  const steps = (((slide - active) % count) + count) % count
  return steps === count - 1 && count > 2 ? -1 : steps
}

export const slideAfter = (active: number, steps: number, count: number): number =>
  count === 0 ? 0 : (((active + steps) % count) + count) % count

/** Allows one call per `everyMs`, because a wheel fires dozens of events per turn. */
export const throttle = (everyMs: number, now: () => number) => {
  let last = -Infinity
  return (action: () => void) => {
    const time = now()
    if (time - last < everyMs) return
    last = time
    action()
  }
}
