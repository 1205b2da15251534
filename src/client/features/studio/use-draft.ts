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
  /** The content before it is rendered, so that a save never sends an earlier one. */
  const current = useRef<DraftContent | null>(null)
  const version = useRef(0)
  const scan = useRef<Draft['scan'] | null>(null)
  const isDirty = useRef(false)
  const running = useRef<Promise<SaveState> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const failures = useRef(0)
  const isLeft = useRef(false)
  const unsaved = useMemo(() => createUnsavedDraft(id), [id])
  const server = query.data

  const show = (next: DraftContent | null) => {
    current.current = next
    setContent(next)
  }

  /** Continues with what an earlier visit could not save. */
  const restore = (kept: UnsavedDraft, { content: saved, version: newest, scan: state }: Draft) => {
    const isCurrent = isChangedByScanOnly(kept, { version: newest, scan: state })
    show(isCurrent ? withScannedItems(kept.content, saved) : kept.content)
    // Otherwise the server refuses to save over what was changed elsewhere.
    version.current = isCurrent ? newest : kept.version
    isDirty.current = true
    setSave({ name: 'failed', message: STUDIO_TEXT.notSavedYet, isElsewhere: false, pauseMs: 0 })
  }

  /** Takes what is new on the server, if nothing here would be lost. True if it has to be saved again. */
  const adopt = (fetched: Draft): boolean => {
    const known = { version: version.current, scan: scan.current }
    scan.current = fetched.scan
    if (fetched.version <= known.version) return false
    const kept = known.version === 0 ? unsaved.take() : null
    if (kept) {
      restore(kept, fetched)
      return false
    }
    const local = current.current
    const isUnsaved = local !== null && isDirty.current
    // Saving tells the user that the draft was changed elsewhere.
    if (isUnsaved && !isChangedByScanOnly(known, fetched)) return false
    show(isUnsaved ? withScannedItems(local, fetched.content) : fetched.content)
    version.current = fetched.version
    return isUnsaved
  }
  const adoptLatest = useLatest(adopt)

  const saveOnce = async (changed: DraftContent): Promise<SaveState> => {
    isDirty.current = false
    try {
      const { data } = await api('PUT /api/studio/drafts/:id', {
        params: { id },
        body: { version: version.current, content: changed },
      })
      version.current = data.version
      failures.current = 0
      unsaved.drop()
      // An editor that is reopened after a preview would show the old draft until the new one is fetched.
      queries.setQueryData(draftQuery(id).queryKey, (known) =>
        known && known.version < data.version
          ? { ...known, content: changed, version: data.version }
          : known,
      )
      // Saving calls a publication off that somebody else has scheduled.
      if (server?.publishAt) void query.refetch()
      return { name: 'saved' }
    } catch (error) {
      isDirty.current = true
      const isElsewhere = error instanceof ApiError && error.code === 'draft-changed'
      // The end of the scan changes the draft as well, but nothing that was changed here.
      if (isElsewhere && scan.current === 'scanning' && !isLeft.current) {
        const { data } = await query.refetch()
        const merged = data && adopt(data) ? current.current : null
        if (merged) return saveOnce(merged)
      }
      const pauseMs = findPauseMs(error, failures.current)
      failures.current += 1
      const isSignedOut = error instanceof ApiError && error.status === 401 && isLeft.current
      if (!isSignedOut)
        unsaved.keep({ content: changed, version: version.current, scan: scan.current })
      const message = describeFailure(error, CALL_ERRORS.network)
      return { name: 'failed', message, isElsewhere, pauseMs }
    }
  }

  /** False if it could not be saved. */
  const flush = async (): Promise<boolean> => {
    while (running.current) await running.current
    const changed = current.current
    if (!isDirty.current || !changed) return true
    setSave({ name: 'saving' })
    running.current = saveOnce(changed)
    const outcome = await running.current
    running.current = null
    setSave(outcome)
    return outcome.name === 'saved'
  }
  const flushLatest = useLatest(flush)

  const isSaving = save.name === 'saving'
  useEffect(() => {
    // What is fetched during a save waits for its end: only then is it known which of the two is newer.
    if (!server || isSaving || running.current) return
    if (adoptLatest.current(server)) void flushLatest.current()
  }, [server, isSaving, adoptLatest, flushLatest])

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
    if (current.current) show({ ...current.current, ...changes(current.current) })
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
