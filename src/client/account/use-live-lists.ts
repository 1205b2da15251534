import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callUrl } from '#client/lib/api.ts'
import type { LiveList } from '#shared/contract/live.ts'
import { sessionQuery, useSession } from './session.ts'

const LISTS: LiveList[] = ['saved-products', 'my-products']
const RETRY_FIRST_MS = 1_000
const RETRY_LONGEST_MS = 30_000

/**
 * Keeps both lists in sync with other browsers. Hidden tabs hold no connection, because browsers allow
 * only a few; a tab that becomes visible refetches what it may have missed.
 */
export const useLiveLists = () => {
  const queries = useQueryClient()
  const { user } = useSession()
  const uid = user?.uid

  useEffect(() => {
    if (uid === undefined) return undefined
    let source: EventSource | null = null
    let retry: ReturnType<typeof setTimeout> | undefined
    let waitMs = RETRY_FIRST_MS

    const refresh = (list: LiveList) => void queries.invalidateQueries({ queryKey: [list, uid] })

    const close = () => {
      clearTimeout(retry)
      source?.close()
      source = null
    }
    const open = () => {
      if (source || document.visibilityState === 'hidden') return
      source = new EventSource(callUrl('GET /api/live'))
      source.addEventListener('open', () => {
        waitMs = RETRY_FIRST_MS
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
        // The session may have been ended on another device.
        void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
        retry = setTimeout(open, waitMs)
        waitMs = Math.min(waitMs * 2, RETRY_LONGEST_MS)
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
