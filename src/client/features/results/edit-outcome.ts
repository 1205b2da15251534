import { isSameSelection } from '#client/catalog/selection.ts'
import { type CelebritySelection, FEED } from '#shared/paths.ts'

type Outcome = 'restore' | 'nothing' | 'replace'

const isEmpty = (selection: CelebritySelection) => selection !== FEED && selection.length === 0

/** §4: what confirming the edit overlay does. */
export const confirmOutcome = (chosen: CelebritySelection, inUrl: CelebritySelection): Outcome => {
  if (isEmpty(chosen)) return 'restore'
  return isSameSelection(chosen, inUrl) ? 'nothing' : 'replace'
}
