import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#client/lib/api.ts'
import type { Draft, DraftBox, DraftItem, Proposal } from '#shared/contract/studio.ts'
import { toUnits } from '#shared/domain/box.ts'
import { DRAWN_PREFIX, isDrawn } from '#shared/domain/drawn-item.ts'
import { toDraftProduct } from '#shared/domain/scan-product.ts'
import { listOfferedObjects } from '#shared/domain/tapped-object.ts'
import { capitalize } from '#shared/domain/text.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { CATEGORY_TEXT } from '#shared/attribute-messages.ts'

/** An object that the finder missed. The draft may be open in two tabs, so the id is random too. */
export const drawnItem = (box: DraftBox): DraftItem => {
  const random = Math.random().toString(36).slice(2, 8)
  const id = `${DRAWN_PREFIX}${Date.now().toString(36)}_${random}`
  return { id, label: '', category: null, box, choice: null }
}

/** Its label, or else the category of what looks most like it, or its number. */
export const describeDraftItem = (
  { label, category }: Pick<DraftItem, 'label' | 'category'>,
  number: number,
  proposal: Proposal | undefined,
): string => {
  const likely = category ?? proposal?.products[0]?.category
  if (label.trim() !== '') return capitalize(label.trim())
  return likely ? CATEGORY_TEXT[likely] : STUDIO_TEXT.objectNumber(number)
}

/** The whole photo, in whose fractions boxes are. */
export const WHOLE = { width: 1, height: 1 }

/** What the scan asks about and has not been added, in the 400-unit frame. */
export const listDraftOffers = (
  offers: Draft['offers'],
  items: readonly Pick<DraftItem, 'box'>[],
) =>
  listOfferedObjects(
    offers.map(({ kind, box }) => ({
      kind,
      box: toUnits(box, WHOLE),
      confidence: 0,
      isOffered: true,
    })),
    items.map(({ box }) => ({ bbox: toUnits(box, WHOLE) })),
  )

/** A moved box is searched once it stays where it is. */
const SEARCH_DELAY_MS = 600

const searchBox = async (imageUrl: string, box: DraftBox, signal: AbortSignal) => {
  const body = { imageUrl, bbox: toUnits(box, WHOLE) }
  const { data } = await api('POST /api/scan-box', { body, signal })
  const products = data.products
    .filter((product) => /^\d+$/.test(product.id))
    .map((product) => Object.assign(toDraftProduct(product), { sureness: product.sureness }))
  return { embedding: data.embedding, products }
}

export type BoxSearch = { isSearching: boolean; hasFailed: boolean }

/** Proposals of the scan, and those for boxes that the publisher has drawn or moved. */
export const useProposals = (draft: Draft, items: readonly DraftItem[]) => {
  const [searched, setSearched] = useState<Record<string, DraftBox>>(() =>
    Object.fromEntries(items.filter(isDrawn).map(({ id, box }) => [id, box])),
  )
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  const searchLater = (id: string, box: DraftBox) => {
    clearTimeout(timers.current.get(id))
    const search = () => setSearched((earlier) => ({ ...earlier, [id]: box }))
    timers.current.set(id, setTimeout(search, SEARCH_DELAY_MS))
  }

  const { upload } = draft
  const boxes = items.flatMap((item) => {
    const box = searched[item.id]
    return box ? [{ ...item, box }] : []
  })
  const results = useQueries({
    queries: boxes.map(({ box, choice }) => ({
      queryKey: ['studio', 'box', upload, box],
      queryFn: ({ signal }: { signal: AbortSignal }) => searchBox(upload ?? '', box, signal),
      enabled: upload !== null && choice === null,
      staleTime: Infinity,
      retry: false,
    })),
  })
  const proposals: Record<string, Proposal> = { ...draft.proposals }
  // A box just drawn is about to be searched.
  const searches: Record<string, BoxSearch> = Object.fromEntries(
    items.filter(isDrawn).map(({ id }) => [id, { isSearching: true, hasFailed: false }]),
  )
  for (const [index, { id }] of boxes.entries()) {
    const result = results[index]
    const garment = draft.proposals[id]?.garment ?? null
    if (result?.data) proposals[id] = { ...result.data, garment }
    const hasFailed = upload === null || (result?.isError ?? false)
    searches[id] = { isSearching: result?.isFetching ?? false, hasFailed }
  }
  return { proposals, searches, searchLater }
}
