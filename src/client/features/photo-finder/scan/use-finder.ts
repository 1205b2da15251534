import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { savedProductsQuery } from '#client/account/own-products.ts'
import { sessionQuery, useSession } from '#client/account/session.ts'
import { changeFavorite } from '#client/account/use-toggle-favorite.ts'
import { api, callUrl } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { cropPhoto, cropPixels } from './crop-photo.ts'
import { dataUrlOf } from './data-url.ts'
import { createDetectionSaves } from './detection-saves.ts'
import { createFinder } from './finder.ts'
import { createPhotoServer } from './photo-server.ts'
import { measurePhoto, preparePhoto } from './prepare-photo.ts'
import { sendPhoto } from './send-photo.ts'
import { uploadPhoto } from './upload-photo.ts'
import { createVisitSaves } from './visit-saves.ts'
import { createVisitServer } from './visit-server.ts'

/** Works without https too, where crypto.randomUUID does not exist. */
const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `manual_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const cancel = (call: 'DELETE /api/scan/:id' | 'DELETE /api/find/:id') => (id: string) => {
  const url = callUrl(call, { id })
  fetch(url, { method: 'DELETE', keepalive: true, credentials: 'same-origin' }).catch(
    (error: unknown) => logProblem('The scan could not be cancelled', error),
  )
}

const uploadPicture = async (picture: Blob) => {
  const { blob } = await preparePhoto(picture)
  return uploadPhoto(blob, () => undefined, new AbortController().signal)
}

/** One finder for as long as the page is shown. On a visit, nothing is kept. */
export const useFinder = ({ isVisit }: { isVisit: boolean }) => {
  const queries = useQueryClient()
  const [finder] = useState(() => {
    const uid = () => queries.getQueryData(sessionQuery.queryKey)?.uid ?? null
    return createFinder({
      api,
      uid,
      server: isVisit
        ? createVisitServer({
            api,
            sendPhoto,
            cropPixels,
            cancelScan: cancel('DELETE /api/find/:id'),
          })
        : createPhotoServer({ api, uploadPhoto, cancelScan: cancel('DELETE /api/scan/:id') }),
      savesOf: (store) =>
        isVisit
          ? createVisitSaves({
              api,
              uid,
              store,
              changeFavorite: (change) => changeFavorite(queries, uid() ?? '', change),
            })
          : createDetectionSaves({ api, uid, store }),
      preparePhoto,
      measurePhoto,
      uploadPicture,
      cropPhoto,
      dataUrlOf,
      newId,
      previews: {
        create: (photo) => URL.createObjectURL(photo),
        revoke: (url) => URL.revokeObjectURL(url),
      },
      askToLogIn: useLoginOverlay.getState().open,
      refreshSaved: () =>
        void queries.invalidateQueries({ queryKey: savedProductsQuery(uid() ?? '').queryKey }),
    })
  })

  useEffect(() => {
    globalThis.addEventListener('pagehide', finder.stop)
    return () => {
      globalThis.removeEventListener('pagehide', finder.stop)
      finder.reset()
    }
  }, [finder])

  return { finder, state: useStore(finder.store) }
}

/** The names with a heart: those of the saved list, and those pressed here since it was read. */
export const useLikedNames = (likes: ReadonlyMap<string, boolean>): ReadonlySet<string> => {
  const { user } = useSession()
  const { data } = useQuery({ ...savedProductsQuery(user?.uid ?? ''), enabled: Boolean(user) })
  const names = new Set((data ?? []).map(({ title }) => title))
  for (const [name, isLiked] of likes)
    if (isLiked) names.add(name)
    else names.delete(name)
  return names
}
