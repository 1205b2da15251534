import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { interruptedScan, isPartOfLogin } from '#client/account/during-sign-in.ts'
import { changeFavorite } from '#client/account/favorite.tsx'
import { askToLogIn, useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { savedProductsQuery } from '#client/account/own-products.ts'
import { sessionQuery, useSession } from '#client/account/session.ts'
import {
  readScanLocation,
  findDeviceObstacle,
  isDownloaded,
  startDevice,
} from '#client/features/photo-finder/scan/device.ts'
import type { ShownPhoto } from '#client/features/photo-finder/scan/scan-engine.ts'
import { sendPhoto } from '#client/features/photo-finder/scan/server-engine.ts'
import { answersQuery, FIRST_VIEW } from '#client/features/photo-finder/state/answers.ts'
import {
  type FinderEvent,
  type FinderState,
  type KeptScan,
  type ReturnPoint,
  scanToKeep,
} from '#client/features/photo-finder/state/finder-state.ts'
import { createFinder, type Finder } from '#client/features/photo-finder/state/finder.ts'
import { api } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import {
  decodeDataUrl,
  cropPhoto,
  cropPixels,
  encodeDataUrl,
  measurePhoto,
} from '#client/lib/photo-crop.ts'
import { preparePhoto } from '#client/lib/photo.ts'
import { type CanvasEvent, getSelectedId } from '#client/ui/canvas/canvas-state.ts'
import { toast } from '#client/ui/toast.tsx'
import { toHex } from '#shared/domain/text.ts'
import { DEVICE_TEXT } from '#shared/finder-messages.ts'

type SendEvent = (event: FinderEvent) => void

/** What all parts of the screen share once there is a photo. */
type FinderView = {
  state: FinderState & { photo: ShownPhoto }
  send: SendEvent
  /** Whether this is /find, which stores nothing, so that results cannot be edited or chosen. */
  isPublic: boolean
  likedNames: ReadonlySet<string>
  onKeep: (id: string) => void
}

/** Not crypto.randomUUID, which does not exist without https. */
export const newId = () => `manual_${toHex(crypto.getRandomValues(new Uint8Array(12)).buffer)}`

export const FinderContext = createContext<FinderView | null>(null)

export const useFinderView = () => {
  const view = use(FinderContext)
  if (!view) throw new Error('Only inside a FinderContext')
  const { state, send } = view
  return {
    ...view,
    selectedId: getSelectedId(state.canvas),
    sendCanvas: (event: CanvasEvent) => send({ type: 'use-canvas', event, newId: newId() }),
  }
}

/** Hovering or focusing the element of an object highlights its box on the photo. */
export const hoverHandlers = (id: string, send: SendEvent) => {
  const highlight = (litId: string | null) => () => send({ type: 'highlight-object', id: litId })
  return {
    onPointerEnter: highlight(id),
    onPointerLeave: highlight(null),
    onFocus: highlight(id),
    onBlur: highlight(null),
  }
}

/** One finder for as long as the page is open. */
export const useFinder = ({ isPublic }: { isPublic: boolean }) => {
  const queries = useQueryClient()
  const [finder] = useState(() => {
    const uid = () => queries.getQueryData(sessionQuery.queryKey)?.uid ?? null
    return createFinder({
      keepsPhotos: !isPublic,
      api,
      uid,
      sendPhoto,
      cropPixels,
      preparePhoto,
      measurePhoto,
      cropPhoto,
      dataUrlOf: encodeDataUrl,
      newId,
      device: isPublic
        ? {
            ...startDevice({ onNotKept: () => toast.info(DEVICE_TEXT.notKept) }),
            isChosen: () => readScanLocation() === 'device',
            obstacle: findDeviceObstacle,
            isDownloaded,
          }
        : null,
      // Loaded again for each scan, because the user may have rejected products since.
      answersFor: (embedding) =>
        queries.fetchQuery({ ...answersQuery(embedding, FIRST_VIEW), staleTime: 0 }),
      previews: {
        create: (photo) => URL.createObjectURL(photo),
        revoke: (url) => URL.revokeObjectURL(url),
      },
      changeFavorite: (change) => changeFavorite(queries, uid() ?? '', change),
      askToLogIn,
      refreshSaved: () =>
        void queries.invalidateQueries({ queryKey: savedProductsQuery(uid() ?? '').queryKey }),
    })
  })

  useEffect(() => {
    globalThis.addEventListener('pagehide', finder.stop)
    return () => {
      globalThis.removeEventListener('pagehide', finder.stop)
      finder.close()
    }
  }, [finder])

  return { finder, state: useStore(finder.store) }
}

/** The names of products with a heart: those of the saved list, changed by the hearts pressed here. */
export const useLikedNames = (likes: ReadonlyMap<string, boolean>): ReadonlySet<string> => {
  const { user } = useSession()
  const { data } = useQuery({ ...savedProductsQuery(user?.uid ?? ''), enabled: Boolean(user) })
  const names = new Set((data ?? []).map(({ title }) => title))
  for (const [name, isLiked] of likes)
    if (isLiked) names.add(name)
    else names.delete(name)
  return names
}

type InterruptedScan = ReturnPoint & { scan: KeptScan }

/** A scan on /find survives a login in the same tab, whether that leaves the page or the site. */
export const useInterruptedScan = ({ store, send }: Finder, isPublic: boolean) => {
  useEffect(() => {
    const interrupted = isPublic ? (interruptedScan.take() as InterruptedScan | null) : null
    if (!interrupted) return
    const { scan, ...returnPoint } = interrupted
    try {
      void send({ type: 'restore-scan', scan, file: decodeDataUrl(scan.photo), returnPoint })
    } catch (error) {
      logProblem('The interrupted scan was not restored', error)
    }
  }, [isPublic, send])

  // A layout effect is cleaned up before the effect of useFinder, which forgets the scan.
  useLayoutEffect(() => {
    if (!isPublic) return undefined
    const keepScan = () => {
      const state = store.getState()
      const scan = scanToKeep(state)
      const idToKeep = state.dialog?.type === 'keep' ? state.dialog.id : null
      const place: ReturnPoint = { selectedId: getSelectedId(state.canvas), idToKeep }
      if (scan) interruptedScan.write({ scan, ...place } satisfies InterruptedScan)
    }
    const unsubscribe = useLoginOverlay.subscribe(({ isOpen }) =>
      isOpen ? keepScan() : interruptedScan.forget(),
    )
    return () => {
      unsubscribe()
      if (isPartOfLogin(globalThis.location.pathname)) keepScan()
    }
  }, [isPublic, store])
}
