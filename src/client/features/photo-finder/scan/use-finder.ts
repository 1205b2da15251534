import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { interruptedScan, isPartOfLogin } from '#client/account/during-sign-in.ts'
import { changeFavorite } from '#client/account/favorite.tsx'
import { askToLogIn, useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { savedProductsQuery } from '#client/account/own-products.ts'
import { sessionQuery, useSession } from '#client/account/session.ts'
import {
  canScanHere,
  chosenPlace,
  isDownloaded,
  savesData,
  startDevice,
} from '#client/features/photo-finder/device/start-device.ts'
import { answersQuery } from '#client/features/photo-finder/results/answers.ts'
import { api } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { preparePhoto } from '#client/lib/photo.ts'
import { useLatest } from '#client/lib/use-latest.ts'
import { toast } from '#client/ui/toast.tsx'
import { toHex } from '#shared/domain/text.ts'
import { DEVICE_TEXT } from '#shared/finder-messages.ts'
import { type FinderState, FIRST_VIEW, type ShownPhoto } from './finder-state.ts'
import { createPhotoFinder, type PhotoFinder } from './finder.ts'
import { cropPhoto, cropPixels, dataUrlOf, measurePhoto } from './photo-file.ts'
import type { KeptScan } from './photo-scan.ts'
import { sendPhoto } from './scan-server.ts'

/** The state and the actions that all parts of the screen share once there is a photo. */
type FinderView = {
  finder: PhotoFinder
  state: FinderState & { photo: ShownPhoto }
  /** Whether this is /find, which stores nothing, so that results cannot be edited or chosen. */
  isPublic: boolean
  selectedId: string | null
  /** The object under the pointer or focus, highlighted on the photo and in the list. */
  litId: string | null
  likedNames: ReadonlySet<string>
  /** Selects an object, or deselects it. */
  onSelect: (id: string) => void
  onHover: (id: string | null) => void
  onEdit: (id: string) => void
  onDelete: (id: string) => void
  onKeep: (id: string) => void
}

export const FinderContext = createContext<FinderView | null>(null)

export const useFinderView = (): FinderView => {
  const view = use(FinderContext)
  if (!view) throw new Error('Only inside a FinderContext')
  return view
}

/** Hovering or focusing the element of an object highlights its box on the photo. */
export const hoverHandlers = (id: string, onHover: FinderView['onHover']) => ({
  onPointerEnter: () => onHover(id),
  onPointerLeave: () => onHover(null),
  onFocus: () => onHover(id),
  onBlur: () => onHover(null),
})

/** Not crypto.randomUUID, which does not exist without https. */
const newId = () => `manual_${toHex(crypto.getRandomValues(new Uint8Array(12)).buffer)}`

/** One finder for as long as the page is open. */
export const useFinder = ({ isPublic }: { isPublic: boolean }) => {
  const queries = useQueryClient()
  const [finder] = useState(() => {
    const uid = () => queries.getQueryData(sessionQuery.queryKey)?.uid ?? null
    return createPhotoFinder({
      keepsPhotos: !isPublic,
      api,
      uid,
      sendPhoto,
      cropPixels,
      preparePhoto,
      measurePhoto,
      cropPhoto,
      dataUrlOf,
      newId,
      device: isPublic
        ? {
            ...startDevice({ onNotKept: () => toast.info(DEVICE_TEXT.notKept) }),
            isChosen: () => chosenPlace() === 'device',
            obstacle: async () => {
              if (!canScanHere()) return 'unsupported'
              return savesData() && !(await isDownloaded()) ? 'save-data' : null
            },
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
      finder.reset()
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

/** The selected object, and the object that the visitor wants to add to My Products. */
type PlaceInResults = { selectedId: string | null; idToKeep: string | null }

type InterruptedScan = PlaceInResults & { scan: KeptScan }

type InterruptionSettings = {
  isPublic: boolean
  finder: Pick<PhotoFinder, 'toKeep' | 'restore'>
  place: PlaceInResults
  onReturn: (place: PlaceInResults) => void
}

/** A scan on /find survives a login in the same tab, whether that leaves the page or the site. */
export const useInterruptedScan = ({ isPublic, finder, place, onReturn }: InterruptionSettings) => {
  const latest = useLatest({ place, onReturn })

  useEffect(() => {
    const interrupted = isPublic ? (interruptedScan.take() as InterruptedScan | null) : null
    if (!interrupted) return
    const { scan, ...savedPlace } = interrupted
    finder.restore(scan).then(
      () => latest.current.onReturn(savedPlace),
      (error: unknown) => logProblem('The interrupted scan was not restored', error),
    )
  }, [isPublic, finder, latest])

  // A layout effect is cleaned up before the effect of useFinder, which forgets the scan.
  useLayoutEffect(() => {
    if (!isPublic) return undefined
    const keep = () => {
      const scan = finder.toKeep()
      if (scan) interruptedScan.write({ scan, ...latest.current.place } satisfies InterruptedScan)
    }
    const unsubscribe = useLoginOverlay.subscribe(({ isOpen }) =>
      isOpen ? keep() : interruptedScan.forget(),
    )
    return () => {
      unsubscribe()
      if (isPartOfLogin(globalThis.location.pathname)) keep()
    }
  }, [isPublic, finder, latest])
}
