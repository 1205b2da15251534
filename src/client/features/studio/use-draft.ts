import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, api, describeFailure } from '#client/lib/api.ts'
import { useLatest } from '#client/lib/use-latest.ts'
import { CALL_ERRORS } from '#shared/messages.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import type { Draft, DraftContent } from '#shared/contract/studio.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { createUnsavedDraft, findPauseMs, type UnsavedDraft } from './unsaved-draft.ts'

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
  /** `pauseMs`: after which it is tried again; null if the server would refuse it again. */
  | { name: 'failed'; message: string; isElsewhere: boolean; pauseMs: number | null }

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
  const failures = useRef(0)
  const isLeft = useRef(false)
  const unsaved = useMemo(() => createUnsavedDraft(id), [id])
  const latest = useLatest(content)
  const server = query.data

  /** Continues with what an earlier visit could not save. */
  const restore = (kept: UnsavedDraft, { content: saved, version: newest, scan: state }: Draft) => {
    const isCurrent = isChangedByScanOnly(kept, { version: newest, scan: state })
    setContent(isCurrent ? withScannedItems(kept.content, saved) : kept.content)
    // Otherwise the server refuses to save over what was changed elsewhere.
    version.current = isCurrent ? newest : kept.version
    isDirty.current = true
    setSave({ name: 'failed', message: STUDIO_TEXT.notSavedYet, isElsewhere: false, pauseMs: 0 })
  }
  const restoreLatest = useLatest(restore)

  useEffect(() => {
    if (!server) return
    const known = { version: version.current, scan: scan.current }
    scan.current = server.scan
    if (server.version <= known.version) return
    const kept = known.version === 0 ? unsaved.take() : null
    if (kept) {
      restoreLatest.current(kept, server)
      return
    }
    const local = latest.current
    // Saving tells the user that the draft was changed elsewhere.
    if (local && isDirty.current && !isChangedByScanOnly(known, server)) return
    setContent(local && isDirty.current ? withScannedItems(local, server.content) : server.content)
    version.current = server.version
  }, [server, latest, unsaved, restoreLatest])

  /** False if it could not be saved. */
  const flush = async (): Promise<boolean> => {
    await running.current
    const changed = latest.current
    if (!isDirty.current || !changed) return true
    isDirty.current = false
    setSave({ name: 'saving' })
    const saving = api('PUT /api/studio/drafts/:id', {
      params: { id },
      body: { version: version.current, content: changed },
    }).then(
      ({ data }) => {
        version.current = data.version
        failures.current = 0
        unsaved.drop()
        // The editor may be opened again, after a preview, before the draft has been fetched.
        queries.setQueryData(
          draftQuery(id).queryKey,
          (known) => known && { ...known, content: changed, version: data.version },
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
          pauseMs: findPauseMs(error, failures.current),
        })
        failures.current += 1
        const isSignedOut = error instanceof ApiError && error.status === 401 && isLeft.current
        if (!isSignedOut)
          unsaved.keep({ content: changed, version: version.current, scan: scan.current })
        return false
      },
    )
    running.current = saving
    return saving
  }
  const flushLatest = useLatest(flush)

  useEffect(() => {
    isLeft.current = false
    const saveNow = () => void flushLatest.current()
    document.addEventListener('visibilitychange', saveNow)
    globalThis.addEventListener('online', saveNow)
    return () => {
      document.removeEventListener('visibilitychange', saveNow)
      globalThis.removeEventListener('online', saveNow)
      isLeft.current = true
      saveNow()
    }
  }, [flushLatest])

  useEffect(() => {
    if (save.name !== 'failed') return undefined
    const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    globalThis.addEventListener('beforeunload', askBeforeClosing)
    const { pauseMs } = save
    const retry =
      pauseMs === null ? undefined : setTimeout(() => void flushLatest.current(), pauseMs)
    return () => {
      globalThis.removeEventListener('beforeunload', askBeforeClosing)
      clearTimeout(retry)
    }
  }, [save, flushLatest])

  const change = (changes: (content: DraftContent) => Partial<DraftContent>) => {
    setContent((current) => current && { ...current, ...changes(current) })
    isDirty.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flushLatest.current(), SAVE_DELAY_MS)
  }

  /** Loads the draft from the server and drops unsaved changes. */
  const reload = async () => {
    isDirty.current = false
    version.current = 0
    unsaved.drop()
    setSave({ name: 'saved' })
    await query.refetch()
  }

  const refreshLists = () => queries.invalidateQueries({ queryKey: ['studio', 'drafts'] })

  return { query, draft: server, content, change, flush, reload, refreshLists, save, version }
}
export type DraftState = ReturnType<typeof useDraft>
export type LoadedDraft = { draft: Draft; content: DraftContent; change: DraftState['change'] }
