import { useCallback, useEffect, useReducer, useRef } from 'react'
import { api, ApiError } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { SCAN_MESSAGES, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import { EMPTY, finderReducer, type Photo } from './finder-state.ts'
import { measurePhoto } from './measure-photo.ts'
import { PhotoProblem, preparePhoto } from './prepare-photo.ts'
import { cancelScan, scanConnection } from './scan-requests.ts'
import { scanEvents } from './scan-stream.ts'
import { UploadError, uploadPhoto } from './upload-photo.ts'

/** What a finished scan tells the person, as §8 words it. */
const announce = (event: ScanEvent) => {
  if (event.type === 'done' && event.message) toast.show(event.message, { kind: 'success' })
  if (event.type !== 'failed') return
  if (event.error.includes(SCAN_MESSAGES.noVisualMatches)) toast.show(SCAN_MESSAGES.nothingFound)
  else toast.show(SCAN_MESSAGES.detectionFailed(event.error), { kind: 'error' })
}

/** One photo's way from the hand to its results. Choosing another, or leaving, ends it everywhere. */
export const usePhotoFinder = () => {
  const [state, dispatch] = useReducer(finderReducer, EMPTY)
  const work = useRef<AbortController | null>(null)
  const scanId = useRef<string | null>(null)
  const preview = useRef<string | null>(null)

  const stop = useCallback(() => {
    work.current?.abort(new Error('Nobody waits for this scan any more'))
    work.current = null
    if (scanId.current) cancelScan(scanId.current)
    scanId.current = null
  }, [])

  const forgetPreview = useCallback(() => {
    if (preview.current) URL.revokeObjectURL(preview.current)
    preview.current = null
  }, [])

  useEffect(() => {
    globalThis.addEventListener('pagehide', stop)
    return () => {
      globalThis.removeEventListener('pagehide', stop)
      stop()
      forgetPreview()
    }
  }, [stop, forgetPreview])

  const fail = (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return
    const message = error instanceof Error ? error.message : String(error)
    // What is wrong with a file is said as it is: nothing has been scanned yet.
    const shown = error instanceof PhotoProblem ? message : SCAN_MESSAGES.scanError(message)
    const detail = error instanceof UploadError ? error.detail : undefined
    toast.show(shown, { kind: 'error' })
    dispatch({ type: 'failed', message: shown, detail })
    logProblem('The scan failed', error)
  }

  const scan = async (imageUrl: string, signal: AbortSignal) => {
    dispatch({ type: 'uploaded', imageUrl })
    for await (const event of scanEvents(scanConnection(imageUrl), signal)) {
      if (event.type === 'started') scanId.current = event.scanId
      if (event.type === 'done' || event.type === 'failed') scanId.current = null
      dispatch({ type: 'event', event })
      announce(event)
    }
  }

  const run = async (steps: (signal: AbortSignal) => Promise<void>) => {
    stop()
    const { signal } = (work.current = new AbortController())
    try {
      await steps(signal)
    } catch (error) {
      fail(error, signal)
    }
  }

  const show = (photo: Photo) => dispatch({ type: 'photo', photo })

  return {
    state,
    dispatch,

    scanFile: (file: Blob, name: string) =>
      run(async (signal) => {
        dispatch({ type: 'preparing' })
        const { blob, width, height } = await preparePhoto(file)
        signal.throwIfAborted()
        forgetPreview()
        preview.current = URL.createObjectURL(blob)
        show({ previewUrl: preview.current, width, height, name })
        dispatch({ type: 'uploading', percent: 0 })
        const imageUrl = await uploadPhoto(
          blob,
          (percent) => dispatch({ type: 'uploading', percent }),
          signal,
        )
        await scan(imageUrl, signal)
      }),

    scanAddress: (address: string, name: string) =>
      run(async (signal) => {
        dispatch({ type: 'preparing' })
        const { url } = await api('POST /api/image-from-address', {
          body: { address },
          signal,
        }).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          throw new UploadError(
            error.status
              ? SEARCH_ERRORS.imageUploadFailed(error.status)
              : SEARCH_ERRORS.uploadFailed,
            error.message,
          )
        })
        forgetPreview()
        show({ previewUrl: url, ...(await measurePhoto(url)), name })
        await scan(url, signal)
      }),

    scanAgain: () =>
      run(async (signal) => {
        if (state.imageUrl) await scan(state.imageUrl, signal)
      }),

    reset: () => {
      stop()
      forgetPreview()
      dispatch({ type: 'reset' })
    },
  }
}
