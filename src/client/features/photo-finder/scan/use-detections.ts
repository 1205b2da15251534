import { useEffect, useRef } from 'react'
import { api } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { DETECTION_SEARCH } from '#shared/constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { bestView } from '#shared/domain/best-view.ts'
import type { Box } from '#shared/domain/box.ts'
import { isCardListed } from '#shared/domain/completeness.ts'
import { cropPhoto } from './crop-photo.ts'
import type { DetectionEdit } from '#client/features/photo-finder/cards/edit-detection-dialog.tsx'
import { finderReducer, manualDetection } from './finder-state.ts'
import { preparePhoto } from './prepare-photo.ts'
import { searchByTerms } from './scan-requests.ts'
import { uploadPhoto } from './upload-photo.ts'
import type { usePhotoFinder } from './use-photo-finder.ts'
import type { useStoredDetections } from './use-stored-detections.ts'

type Finder = ReturnType<typeof usePhotoFinder>
type Stored = ReturnType<typeof useStoredDetections>

/** Works without https too, where crypto.randomUUID does not exist. */
const newManualId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `manual_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const ignoreProgress = () => undefined

/** What a person does with the things found: each changes the screen at once and the server after. */
export const useDetections = ({ state, dispatch }: Finder, stored: Stored) => {
  const { imageUrl, photo, phase, detections } = state
  const searches = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const running = searches.current
    return () => running.forEach((search) => search.abort())
  }, [imageUrl])

  useEffect(() => {
    if (phase.name === 'done')
      void stored.saveAll(detections.filter((one) => !one.isManual && isCardListed(one)))
    // Once for each scan: what is changed later is saved as it changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [phase.name])

  const startSearch = (id: string) => {
    searches.current.get(id)?.abort()
    const search = new AbortController()
    searches.current.set(id, search)
    return search.signal
  }

  const find = async (id: string, products: (signal: AbortSignal) => Promise<ScanProduct[]>) => {
    const signal = startSearch(id)
    try {
      dispatch({ type: 'found', id, products: await products(signal) })
    } catch (error) {
      if (signal.aborted) return
      logProblem('The products of a box were not found', error)
      dispatch({ type: 'notice', message: messageOf(error) })
      dispatch({ type: 'search-ended', id })
    }
  }

  const searchBox = (detection: ScanDetection) => {
    if (!imageUrl) return
    dispatch({ type: 'searching-box', id: detection.id })
    void find(detection.id, async (signal) => {
      const { bbox } = detection
      const { data } = await api('POST /api/scan-box', { body: { imageUrl, bbox }, signal })
      if (data.notice) dispatch({ type: 'notice', message: data.notice })
      return data.products
    })
  }

  const byTermsDone = useRef(new Set<string>())

  const uploadOwn = async (picture: Blob) => {
    const { blob } = await preparePhoto(picture)
    return uploadPhoto(blob, ignoreProgress, new AbortController().signal)
  }

  const pictureFor = async (detection: ScanDetection, chosen: File | null) => {
    if (chosen) return uploadOwn(chosen)
    if (detection.imageUrl || !photo) return detection.imageUrl
    const crop = await cropPhoto(photo, bestView(detection))
    return crop ? uploadOwn(crop) : undefined
  }

  return {
    addBox: (bbox: Box): string => {
      const detection = manualDetection(newManualId(), bbox)
      dispatch({ type: 'add', detection })
      searchBox(detection)
      return detection.id
    },

    place: (id: string, bbox: Box) => {
      const detection = detections.find((one) => one.id === id)
      if (!detection) return
      const changes = { bbox, bestSeen: undefined }
      dispatch({ type: 'change', id, changes })
      searchBox({ ...detection, ...changes })
    },

    /** §7: selecting a detection searches its terms, once. */
    searchTerms: (id: string) => {
      const detection = detections.find((one) => one.id === id)
      const isWorthIt =
        detection &&
        // A box without a name has no terms; what is in it is being looked at already.
        Boolean(detection.title ?? detection.label) &&
        phase.name === 'done' &&
        !byTermsDone.current.has(id) &&
        detection.products.length < DETECTION_SEARCH.shown
      if (!isWorthIt) return
      byTermsDone.current.add(id)
      void find(id, (signal) => searchByTerms(detection, signal))
    },

    edit: async (detection: ScanDetection, { image, ...words }: DetectionEdit) => {
      dispatch({ type: 'change', id: detection.id, changes: words })
      const edited = { ...detection, ...words }
      try {
        const url = await pictureFor(edited, image)
        const changes = url ? { imageUrl: url, thumbnail: url } : {}
        dispatch({ type: 'change', id: detection.id, changes })
        await stored.save({ ...edited, ...changes })
      } catch (error) {
        // Without its picture the product is still worth keeping.
        logProblem('The picture of a detection was not uploaded', error)
        await stored.save(edited)
      }
    },

    remove: (detection: ScanDetection) => {
      searches.current.get(detection.id)?.abort()
      dispatch({ type: 'remove', id: detection.id })
      void stored.remove(detection)
    },

    use: (detection: ScanDetection, product: ScanProduct) => {
      searches.current.get(detection.id)?.abort()
      const action = { type: 'use', id: detection.id, productId: product.id } as const
      dispatch(action)
      const used = finderReducer(state, action).detections.find(({ id }) => id === detection.id)
      if (used) void stored.save(used)
    },

    notThis: (detection: ScanDetection, product: ScanProduct) => {
      // A search under way began with this product in its hand, and would bring it back.
      searches.current.get(detection.id)?.abort()
      const action = { type: 'not-this', id: detection.id, productId: product.id } as const
      dispatch(action)
      const bbox = bestView(detection)
      if (imageUrl)
        api('POST /api/not-this', { body: { imageUrl, bbox, productId: product.id } }).catch(
          (error: unknown) => logProblem('A wrong match was not remembered', error),
        )
      const left = finderReducer(state, action).detections.find(({ id }) => id === detection.id)
      if (!left || left.title === detection.title) return
      void (isCardListed(left) ? stored.save(left) : stored.remove(left))
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
