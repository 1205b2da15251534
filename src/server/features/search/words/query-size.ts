import type { Department } from '#shared/domain/department.ts'
import { listKindsWithin } from '#shared/vocabulary/vocabulary.ts'
import { isPlausibleSize, readBareSize, type RequestedSize } from './query-conditions.ts'
import {
  computeSizeTokens,
  listNearSizeTokens,
} from '#server/features/catalog/description/index.ts'
import { unique } from './parsed-query.ts'

const UNSIZED_KINDS = new Set(
  ['bags', 'jewelry', 'eyewear', 'watches', 'legwear', 'scarves', 'ties', 'other'].flatMap(
    listKindsWithin,
  ),
)
const UNIT_AFTER_NUMBER = /^\s*(?:denier|mm|inch|pack|piece|k\b|ct\b|%)/

export const sizeOf = (
  requested: RequestedSize,
  kind: string | null,
  departments: readonly Department[],
) => {
  const exact = unique(computeSizeTokens(requested.size, { kind, departments }))
  // American sizes differ by half a size between brands.
  const areHalvesClose = requested.size.system === 'us'
  const near = listNearSizeTokens(exact).filter(
    (token) => areHalvesClose || !token.startsWith('shoe'),
  )
  return { words: requested.words, exact, near }
}

/** A number or letter without explanation is a size if the requested kind has sizes. */
export const bareSizeIn = (text: string, kind: string | undefined): RequestedSize | null => {
  const bare = readBareSize(text)
  if (!bare || kind === undefined || UNSIZED_KINDS.has(kind)) return null
  const after = bare.rest.slice(text.indexOf(bare.requested.words))
  return isPlausibleSize(bare.requested) && !UNIT_AFTER_NUMBER.test(after) ? bare.requested : null
}
