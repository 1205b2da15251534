import { createContext, use } from 'react'
import type { FinderState, Photo } from './scan/finder-state.ts'
import type { Finder } from './scan/finder.ts'

/** The state and the actions that all parts of the screen share once there is a photo. */
type FinderView = {
  finder: Finder
  state: FinderState & { photo: Photo }
  /** Nothing of a visit is stored, so its results cannot be edited or chosen. */
  isVisit: boolean
  selectedId: string | null
  /** The object under the pointer or focus, highlighted on the photo and in the list. */
  litId: string | null
  likedNames: ReadonlySet<string>
  /** Selects an object, or deselects it. */
  onSelect: (id: string) => void
  onHover: (id: string | null) => void
  onEdit: (id: string) => void
  onDelete: (id: string) => void
  onKeep: (id: string) => void
}

export const FinderContext = createContext<FinderView | null>(null)

export const useFinderView = (): FinderView => {
  const view = use(FinderContext)
  if (!view) throw new Error('Only inside a FinderContext')
  return view
}

/** Hovering or focusing the element of an object highlights its box on the photo. */
export const hoverHandlers = (id: string, onHover: FinderView['onHover']) => ({
  onPointerEnter: () => onHover(id),
  onPointerLeave: () => onHover(null),
  onFocus: () => onHover(id),
  onBlur: () => onHover(null),
})
