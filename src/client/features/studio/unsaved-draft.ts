import { ApiError } from '#client/lib/api.ts'
import { tabStorage } from '#client/lib/browser-storage.ts'
import type { Draft, DraftContent } from '#shared/contract/studio.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/durations.ts'

/** What could not be saved, and what was known of the draft on the server. */
export type UnsavedDraft = {
  content: DraftContent
  version: number
  scan: Draft['scan'] | null
}

/**
 * Changes that could not be saved, kept in this tab until they are, so that they survive other pages and a
 * reload. Signing out removes them, like everything under this prefix.
 */
export const createUnsavedDraft = (id: string) => {
  const key = `wearabouts.account.draft.${id}`
  const drop = () => tabStorage.remove(key)
  return {
    keep: (draft: UnsavedDraft) => tabStorage.write(key, JSON.stringify(draft)),
    drop,
    take: (): UnsavedDraft | null => {
      const text = tabStorage.read(key)
      drop()
      return text === null ? null : (JSON.parse(text) as UnsavedDraft)
    },
  }
}

const isRefusedForGood = ({ status }: ApiError) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

const LONGEST_PAUSE_MS = MINUTE_MS

/** How long until a save that has failed is tried again; null if the server would refuse it again. */
export const findPauseMs = (error: unknown, failures: number): number | null => {
  if (error instanceof ApiError && isRefusedForGood(error)) return null
  const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * SECOND_MS : 0
  return Math.min(Math.max(askedMs, SECOND_MS * 2 ** failures), LONGEST_PAUSE_MS)
}
