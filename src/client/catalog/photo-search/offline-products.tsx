import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, type CallReply, buildCallUrl, describeFailure } from '#client/lib/api.ts'
import { formatDay } from '#client/lib/format-day.ts'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import {
  canStoreOffline,
  type OfflineList,
  buildOfflineListId,
  type OfflineSubject,
  buildPartPath,
  readOfflineLists,
  readPart,
  removeOfflineList,
  storeOfflineList,
  cacheListPart,
  storePicture,
} from '#client/lib/offline-lists.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { toast } from '#client/ui/toast.tsx'
import { OFFLINE_LIST } from '#shared/finder-constants.ts'
import type { OfflineProduct } from '#shared/contract/offline-products.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { CALL_ERRORS } from '#shared/messages.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { OFFLINE_TEXT } from '#shared/offline-messages.ts'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'
import { formatDecimal } from '#shared/domain/decimal.ts'
import { Name } from '#client/ui/name.tsx'

const offlineListsQuery = queryOptions({
  queryKey: ['offline-lists'],
  queryFn: readOfflineLists,
  networkMode: 'always',
})

type Part = CallReply<'GET /api/offline-products'>['data'] & { etag: string }

/** Null if the part with this ETag is still current. */
const fetchPart = async (
  subject: OfflineSubject,
  part: number,
  etag: string | null,
): Promise<Part | null> => {
  const response = await fetch(
    buildCallUrl('GET /api/offline-products', {}, { ...subject, part }),
    {
      // The reply is the same for everyone.
      credentials: 'omit',
      cache: 'no-store',
      ...(etag !== null && { headers: { 'if-none-match': etag } }),
    },
  ).catch(() => null)
  if (response?.status === 304) return null
  if (!response?.ok) throw new ApiError(response?.status ?? 0, CALL_ERRORS.network)
  const { data } = (await response.json()) as { data: Omit<Part, 'etag'> }
  return { ...data, etag: response.headers.get('etag') ?? '' }
}

/** Few enough that the server can answer other visitors meanwhile. */
const PICTURES_AT_ONCE = 4

const storePictures = async (products: readonly OfflineProduct[]) => {
  const waiting = [...new Set(products.map(({ picture }) => picture))]
    .filter((picture) => picture !== '')
    .slice(0, OFFLINE_LIST.pictures)
    .map((picture) => buildPictureUrl(picture, OFFLINE_LIST.pictureWidth))
  const pictures: string[] = []
  let bytes = 0
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (bytes >= OFFLINE_LIST.pictureBytes) return
      const size = await storePicture(next)
      if (size === null) continue
      bytes += size
      pictures.push(next)
    }
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, work))
  return { pictures, bytes }
}

/** Stores what a shop sells or a person wears, or brings it up to date. */
const downloadOfflineList = async (
  subject: OfflineSubject,
  onProgress: (share: number) => void = () => undefined,
): Promise<OfflineList> => {
  const id = buildOfflineListId(subject)
  const before = (await readOfflineLists()).find((list) => list.id === id)
  const list = { id, subject, downloadedAt: Date.now(), name: '', version: '', parts: 1 }
  const products: OfflineProduct[] = []
  let bytes = 0
  try {
    for (let part = 0; part < list.parts; part += 1) {
      const stored = before ? await readPart(buildPartPath(before, part)) : null
      const update = await fetchPart(subject, part, stored?.etag ?? null)
      const { name, version, parts } = update ?? before ?? list
      Object.assign(list, { name, version, parts })
      const current = update ?? stored ?? { products: [], etag: '' }
      bytes += await cacheListPart(buildPartPath(list, part), current.products, current.etag)
      products.push(...current.products)
      onProgress((part + 1) / (parts + 1))
    }
    const pictures = await storePictures(products)
    const whole = {
      ...list,
      products: products.length,
      pictures: pictures.pictures,
      bytes: bytes + pictures.bytes,
    }
    await storeOfflineList(whole)
    return whole
  } catch (error) {
    // Either call deletes the parts that have arrived; an earlier list stays as it was.
    await (before ? storeOfflineList(before) : removeOfflineList(id))
    throw error
  }
}

const FRESH_MS = 10 * MINUTE_MS

/** Brings the lists up to date, because products may have been removed from the catalogue. */
const refreshOfflineLists = async () => {
  for (const { id, subject, downloadedAt } of await readOfflineLists()) {
    if (Date.now() - downloadedAt < FRESH_MS) continue
    try {
      await downloadOfflineList(subject)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) await removeOfflineList(id)
      else logProblem(`The offline list ${id} was not updated`, error)
    }
  }
}

const useRemoveOfflineList = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: OfflineList) => removeOfflineList(id),
    networkMode: 'always',
    onSuccess: (_, { name }) => toast.success(OFFLINE_TEXT.removed(name)),
    onSettled: () => queries.invalidateQueries({ queryKey: offlineListsQuery.queryKey }),
  })
}

const describeSize = (products: number, bytes: number) =>
  OFFLINE_TEXT.size(products, formatDecimal(bytes / 1e6))

/** Stores the products of a shop or a person for matching without a network, or removes them. */
export const OfflineButton = ({ subject }: { subject: OfflineSubject }) => {
  const queries = useQueryClient()
  const { data: lists } = useQuery(offlineListsQuery)
  const [percent, setPercent] = useState(0)
  const remove = useRemoveOfflineList()
  const download = useMutation({
    mutationFn: () => downloadOfflineList(subject, (share) => setPercent(Math.round(share * 100))),
    onSuccess: ({ name, products, bytes }) =>
      toast.success(OFFLINE_TEXT.downloaded(name, describeSize(products, bytes))),
    onError: (error) =>
      toast.error(
        error.name === 'QuotaExceededError'
          ? OFFLINE_TEXT.noRoom
          : describeFailure(error, OFFLINE_TEXT.failed),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: offlineListsQuery.queryKey }),
  })
  const list = lists?.find(({ id }) => id === buildOfflineListId(subject))
  if (!isFinderPublic()) return null
  if (list)
    return (
      <Button icon="check" isBusy={remove.isPending} onClick={() => remove.mutate(list)}>
        {OFFLINE_TEXT.available}
        <span className="visually-hidden">{OFFLINE_TEXT.pressToRemove}</span>
      </Button>
    )
  return (
    <Button
      isBusy={download.isPending}
      onClick={() => {
        if (canStoreOffline()) download.mutate()
        else toast.error(OFFLINE_TEXT.unsupported)
      }}
    >
      {download.isPending
        ? OFFLINE_TEXT.downloading(percent)
        : 'shop' in subject
          ? OFFLINE_TEXT.downloadShop
          : OFFLINE_TEXT.downloadProducts}
    </Button>
  )
}

/** The stored lists, with their sizes and buttons to remove them. */
export const OfflineLists = () => {
  const element = useRef<HTMLUListElement>(null)
  const { data = [] } = useQuery(offlineListsQuery)
  const remove = useRemoveOfflineList()
  if (data.length === 0) return <p className="quiet">{OFFLINE_TEXT.none}</p>
  return (
    <ul ref={element} tabIndex={-1} className="rows" aria-label={OFFLINE_TEXT.title}>
      {data.map((list) => (
        <li key={list.id} className="row between gap-4">
          <div className="stack gap-1">
            <p>
              <Name>{list.name}</Name>
            </p>
            <p className="quiet small">
              {describeSize(list.products, list.bytes)}, {formatDay(list.downloadedAt)}
            </p>
          </div>
          <Button
            onClick={() => {
              remove.mutate(list)
              // The button that has the focus disappears with its list.
              element.current?.focus()
            }}
          >
            <RichText
              text={OFFLINE_TEXT.remove(escapeTags(list.name))}
              tags={{ hidden: <span className="visually-hidden" /> }}
            />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The stored lists on the screen of the photo finder, which also brings them up to date. */
export const OfflineSection = ({ className }: { className: string | undefined }) => {
  const queries = useQueryClient()
  const { data = [] } = useQuery(offlineListsQuery)
  useEffect(() => {
    refreshOfflineLists().then(
      () => queries.invalidateQueries({ queryKey: offlineListsQuery.queryKey }),
      (error: unknown) => logProblem('The offline lists were not updated', error),
    )
  }, [queries])
  if (data.length === 0) return null
  return (
    <section className={classNames('stack gap-3', className)}>
      <h2 className="quiet-heading">{OFFLINE_TEXT.title}</h2>
      <OfflineLists />
    </section>
  )
}
