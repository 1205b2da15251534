import { create } from 'zustand'
import { type CelebritySelection, FEED } from '#shared/paths.ts'

type SelectionStore = {
  /** The chosen names in the order they were chosen, or all of them. */
  selection: CelebritySelection
  toggle: (name: string) => void
  replace: (selection: CelebritySelection) => void
  clear: () => void
}

/** The selected celebrities: shared by Home, All celebrities and the results. */
export const useSelection = create<SelectionStore>((set) => ({
  selection: [],
  toggle: (name) => set(({ selection }) => ({ selection: toggled(selection, name) })),
  replace: (selection) => set({ selection }),
  clear: () => set({ selection: [] }),
}))

/** The feed is all of them; choosing one name out of it starts a choice of one's own. */
export const toggled = (selection: CelebritySelection, name: string): readonly string[] => {
  if (selection === FEED) return [name]
  return selection.includes(name)
    ? selection.filter((other) => other !== name)
    : [...selection, name]
}

/** §4: confirming an unchanged set does nothing. A set has no order. */
export const isSameSelection = (a: CelebritySelection, b: CelebritySelection): boolean => {
  if (a === FEED || b === FEED) return a === b
  return a.length === b.length && a.every((name) => b.includes(name))
}
