import type { AppliedFilter } from '#shared/contract/product-search.ts'
import { findPhrases } from './vocabulary/vocabulary.ts'
import { wordsOf } from './vocabulary/words.ts'

/** What a shop's search understands; prices and stock it filters by itself. */
const SAID = ['brand', 'colour', 'pattern', 'material'] as const

/** A name in other words: 'olive utility jacket' with 'black' and 'leather' is a 'black leather utility jacket'. */
export const searchWords = (name: string, applied: readonly AppliedFilter[]): string => {
  const asked = (facet: AppliedFilter['facet']) => applied.filter((one) => one.facet === facet)
  const words = wordsOf(name)
  const isReplaced = (place: number) =>
    findPhrases(words).some(
      ({ meaning, from, to }) =>
        place >= from &&
        place < to &&
        ((meaning.colours !== undefined && asked('colour').length > 0) ||
          (meaning.pattern !== undefined && asked('pattern').length > 0) ||
          (meaning.material !== undefined && asked('material').length > 0)),
    )
  const kept = words.filter((_, place) => !isReplaced(place))
  const said = SAID.flatMap((facet) => asked(facet).slice(0, 1)).map(({ facet, label }) =>
    facet === 'brand' ? label : label.toLowerCase(),
  )
  return [...said, ...kept].join(' ')
}
