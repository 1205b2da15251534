import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { buildCallUrl } from '#client/lib/api.ts'
import type { LiveList } from '#shared/contract/library.ts'
import { refetchAfterChange } from './own-products.ts'
import { sessionQuery, useSession } from './session.ts'

const LISTS: LiveList[] = ['saved-products', 'my-products']
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

/**
 * Keeps both lists in sync with other browsers. Hidden tabs hold no connection, because browsers allow
 * only a few; a tab that becomes visible refetches what it may have missed.
 */
const useLiveLists = (uid: string | undefined) => {
  const queries = useQueryClient()
  useEffect(() => {
    if (uid === undefined) return undefined
    let source: EventSource | null = null
    let retry: ReturnType<typeof setTimeout> | undefined
    let waitMs = FIRST_RETRY_MS

    const refresh = (list: LiveList) => {
      void refetchAfterChange(queries, [list, uid])
      // Scans are made of the same records.
      if (list === 'my-products') void refetchAfterChange(queries, ['my-scans', uid])
    }

    const close = () => {
      clearTimeout(retry)
      source?.close()
      source = null
    }
    const open = () => {
      if (source || document.visibilityState === 'hidden') return
      source = new EventSource(buildCallUrl('GET /api/live'))
      source.addEventListener('open', () => {
        waitMs = FIRST_RETRY_MS
        // A list fetched before the stream opened may lack changes made in between.
        LISTS.forEach(refresh)
      })
      source.addEventListener('changed', (event: MessageEvent<string>) => {
        refresh((JSON.parse(event.data) as { list: LiveList }).list)
      })
      source.addEventListener('error', () => {
        // Browsers reconnect after a broken stream, but not after an error status.
        if (source?.readyState !== EventSource.CLOSED) return
        close()
        // The session may have been ended on another device. Not at once: a page that is being left
        // closes its stream too.
        retry = setTimeout(() => {
          void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
          open()
        }, waitMs)
        waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)
      })
    }
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') close()
      else open()
    }

    open()
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility)
      close()
    }
  }, [uid, queries])
}

/** Background work while signed in; loaded only for signed-in users. */
const SessionSync = () => {
  const uid = useSession().user?.uid
  useLiveLists(uid)
  return null
}

export default SessionSync
