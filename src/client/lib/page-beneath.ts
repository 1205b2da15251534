import { createContext, useContext } from 'react'
import { type Location, useLocation } from 'react-router'
import { useIsMobile } from './use-media-query.ts'

/**
 * A product that is opened over a list has the address of its own page. The history entry stores the
 * location of the list, so that Back returns to it as it was left.
 */
type OverPage = { beneath: Location }

const isOverlayState = (state: unknown): state is OverPage =>
  typeof state === 'object' && state !== null && 'beneath' in state

/** The page that stays visible below an overlay with an address; null if there is none. */
export const getPageBeneath = ({ state }: Location): Location | null =>
  isOverlayState(state) ? state.beneath : null

/**
 * For a link that opens over this page. On a phone it opens as a page, unless leaving this one would
 * lose what it shows (`isKept`). A link inside an overlay replaces the overlay, so that closing it leads
 * to the page beneath.
 */
export const useOverThisPage = (isKept: boolean): { state?: OverPage; replace?: boolean } => {
  const location = useLocation()
  const isMobile = useIsMobile()
  if (isMobile && !isKept) return {}
  const beneath = getPageBeneath(location)
  return { state: { beneath: beneath ?? location }, replace: beneath !== null }
}

/** After a reload there is no list to show below: the address opens as a page. */
export const forgetPageBeneath = () => {
  const { state } = window.history
  if (isOverlayState(state?.usr)) window.history.replaceState({ ...state, usr: null }, '')
}

type CurrentPageInfo = {
  /** How the visible page was reached; the router only knows how the overlay above it was. */
  how: 'POP' | 'PUSH' | 'REPLACE'
  /** Loads the code that the address will need. */
  preload: (path: string) => void
}

export const CurrentPage = createContext<CurrentPageInfo>({ how: 'POP', preload: () => undefined })
export const useCurrentPage = () => useContext(CurrentPage)
