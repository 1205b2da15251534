import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, describeFailure } from '#client/lib/api.ts'
import { useLatest } from '#client/lib/use-latest.ts'
import { CALL_ERRORS } from '#shared/messages.ts'
import type { Draft, DraftContent } from '#shared/contract/studio.ts'
import { createCallQuery } from '#client/lib/query.ts'

export const studioQuery = createCallQuery(['studio', 'me'], 'GET /api/studio', {})

/** Photos are scanned in the background, so the page asks again until that is done. */
export const POLL_MS = 1_000

const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['studio', 'draft', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/studio/drafts/:id', { params: { id }, signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) => (data?.scan === 'scanning' ? POLL_MS : false),
  })

/** How long after the last change the draft is saved. */
const SAVE_DELAY_MS = 500

type SaveState =
  | { name: 'saved' | 'saving' }
  | { name: 'failed'; message: string; isElsewhere: boolean }

/** Adds the objects that the scan has found to a draft with unsaved changes. */
const withScannedItems = (local: DraftContent, server: DraftContent): DraftContent => {
  const localIds = new Set(local.items.map(({ id }) => id))
  const newItems = server.items.filter(({ id }) => !localIds.has(id))
  return { ...local, items: [...local.items, ...newItems] }
}

/**
 * Whether nothing but the scan changed the draft. With the version of another tab's changes, the next save
 * here would overwrite them.
 */
export const isChangedByScanOnly = (
  known: { version: number; scan: Draft['scan'] | null },
  server: Pick<Draft, 'version' | 'scan'>,
) => known.scan === 'scanning' && server.scan === 'done' && server.version === known.version + 1

/**
 * A draft that is saved automatically shortly after every change. A change on another device is never
 * overwritten: the server refuses to save over a newer version, and the user can load that.
 */
export const useDraft = (id: string) => {
  const queries = useQueryClient()
  const query = useQuery(draftQuery(id))
  const [content, setContent] = useState<DraftContent | null>(null)
  const [save, setSave] = useState<SaveState>({ name: 'saved' })
  const version = useRef(0)
  const scan = useRef<Draft['scan'] | null>(null)
  const isDirty = useRef(false)
  const running = useRef<Promise<boolean> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useLatest(content)
  const server = query.data

  useEffect(() => {
    if (!server) return
    const known = { version: version.current, scan: scan.current }
    scan.current = server.scan
    if (server.version <= known.version) return
    const local = latest.current
    // Saving tells the user that the draft was changed elsewhere.
    if (local && isDirty.current && !isChangedByScanOnly(known, server)) return
    setContent(local && isDirty.current ? withScannedItems(local, server.content) : server.content)
    version.current = server.version
  }, [server, latest])

  /** False if it could not be saved. */
  const flush = async (): Promise<boolean> => {
    await running.current
    const unsaved = latest.current
    if (!isDirty.current || !unsaved) return true
    isDirty.current = false
    setSave({ name: 'saving' })
    const saving = api('PUT /api/studio/drafts/:id', {
      params: { id },
      body: { version: version.current, content: unsaved },
    }).then(
      ({ data }) => {
        version.current = data.version
        // The editor may be opened again, after a preview, before the draft has been fetched.
        queries.setQueryData(
          draftQuery(id).queryKey,
          (known) => known && { ...known, content: unsaved, version: data.version },
        )
        setSave({ name: 'saved' })
        return true
      },
      (error: unknown) => {
        isDirty.current = true
        const isElsewhere = error instanceof ApiError && error.code === 'draft-changed'
        setSave({
          name: 'failed',
          message: describeFailure(error, CALL_ERRORS.network),
          isElsewhere,
        })
        return false
      },
    )
    running.current = saving
    return saving
  }
  const flushLatest = useLatest(flush)

  useEffect(() => {
    const leave = () => void flushLatest.current()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [flushLatest])

  const change = (changes: (content: DraftContent) => Partial<DraftContent>) => {
    isDirty.current = true
    setContent((current) => current && { ...current, ...changes(current) })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flushLatest.current(), SAVE_DELAY_MS)
  }

  /** Loads the draft from the server and drops unsaved changes. */
  const reload = async () => {
    isDirty.current = false
    version.current = 0
    setSave({ name: 'saved' })
    await query.refetch()
  }

  const refreshLists = () => queries.invalidateQueries({ queryKey: ['studio', 'drafts'] })

  return { query, draft: server, content, change, flush, reload, refreshLists, save, version }
}
export type DraftState = ReturnType<typeof useDraft>
export type LoadedDraft = { draft: Draft; content: DraftContent; change: DraftState['change'] }
