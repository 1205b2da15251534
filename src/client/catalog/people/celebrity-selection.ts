import { create } from 'zustand'
import { type CelebritySelection, EVERYONE } from '#shared/paths.ts'

type Selection = {
  /** Names in the order of selection, or the whole feed. */
  selection: CelebritySelection
  /** Whether the visitor picked these names, rather than an address that was opened. */
  isPicked: boolean
}

/** The selected celebrities: shared by Home, All celebrities and the results. */
export const useSelection = create<Selection>(() => ({ selection: [], isPicked: false }))

export const replaceSelection = (selection: CelebritySelection) =>
  useSelection.setState({ selection, isPicked: false })
export const clearSelection = () => replaceSelection([])

export const toggleSelected = (name: string) =>
  useSelection.setState(({ selection }) => ({
    selection: toggleName(selection, name),
    isPicked: true,
  }))

/** The feed selects everyone: choosing one name there starts a new selection. */
export const toggleName = (selection: CelebritySelection, name: string): readonly string[] => {
  if (selection === EVERYONE) return [name]
  return selection.includes(name)
    ? selection.filter((other) => other !== name)
    : [...selection, name]
}

export const isSelected = (selection: CelebritySelection, name: string): boolean =>
  selection !== EVERYONE && selection.includes(name)

/** How many names were chosen; the feed needs no choice. */
export const countSelected = (selection: CelebritySelection): number =>
  selection === EVERYONE ? 0 : selection.length

/** The same set, whatever the order of its names. */
export const isSameSelection = (a: CelebritySelection, b: CelebritySelection): boolean => {
  if (a === EVERYONE || b === EVERYONE) return a === b
  return a.length === b.length && a.every((name) => b.includes(name))
}
