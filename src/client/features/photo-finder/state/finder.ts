import { createStore } from 'zustand/vanilla'
import { createBrowserEngine } from '#client/features/photo-finder/scan/browser-engine.ts'
import {
  DeviceFailure,
  type EngineEvent,
  type ScanRun,
  type ShownPhoto,
} from '#client/features/photo-finder/scan/scan-engine.ts'
import {
  createServerEngine,
  scanFailure,
} from '#client/features/photo-finder/scan/server-engine.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.tsx'
import type { Size } from '#shared/domain/box.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import type { Effect, FinderDependencies } from './finder-dependencies.ts'
import { reduceFinder } from './finder-reducer.ts'
import {
  EMPTY,
  type FinderEffect,
  type FinderEvent,
  type ReturnPoint,
  type ScanAttempt,
} from './finder-state.ts'
import { createObjectSaves } from './object-saves.ts'
import { createObjectSearches } from './object-searches.ts'

const NO_RETURN: ReturnPoint = { selectedId: null, idToKeep: null }

/**
 * The photo finder without a screen: one photo, its scan, and the user's work on the results. The
 * reducer decides; this file does what it decides and reports back with further events.
 */
export const createFinder = (dependencies: FinderDependencies) => {
  const { api, keepsPhotos, device, previews, newId } = dependencies
  const store = createStore(() => EMPTY)
  const server = createServerEngine(dependencies)
  const browser = device && createBrowserEngine({ api, device, newId })
  let running: AbortController | null = null

  /** Resolves when everything that the event has started is over. */
  const send = async (event: FinderEvent): Promise<void> => {
    const step = reduceFinder(store.getState(), event)
    store.setState(step.state, true)
    await Promise.all(step.effects.map((effect) => effects[effect.type](effect as never)))
  }

  const context = { store, send }
  const saves = createObjectSaves(context, dependencies, server)
  const searches = createObjectSearches(context, dependencies, { server, browser })

  const stopScan = (scanId: string | null) => {
    running?.abort(new Error('The scan was cancelled'))
    running = null
    if (scanId) server.endScan(scanId)
    searches.cancelAll()
  }

  /** Does the work of a scan until it ends or another one starts. */
  const runScan = async (work: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = (running = new AbortController())
    try {
      await work(signal)
    } catch (error) {
      if (signal.aborted) return
      logProblem('The scan failed', error)
      void send({ type: 'scan-failed', failure: scanFailure(error) })
    }
  }

  const showPhoto = (
    previewUrl: string,
    { width, height }: Size,
    file: Blob | null,
    photoData: string | null = null,
  ) => {
    const photo = { previewUrl, width, height, name: FINDER_TEXT.yourPhoto }
    void send({ type: 'photo-shown', photo, file, photoData })
  }

  const showStoredPhoto = async (imageUrl: string, signal: AbortSignal) => {
    const size = await dependencies.measurePhoto(imageUrl)
    signal.throwIfAborted()
    showPhoto(imageUrl, size, null)
  }

  const reportScan = (file: Blob | null, signal: AbortSignal): ScanRun => ({
    signal,
    emit: (event: EngineEvent) => {
      // The events of a scan that was ended are not of interest.
      if (signal.aborted) return
      if (event.type === 'opened') showPhoto(previews.create(event.preview), event, file)
      else void send({ type: 'scan-progressed', event })
    },
  })

  type Consent = Extract<ScanAttempt, { photo: unknown }>['consent']
  const scanFile = async (file: Blob, consent: Consent, signal: AbortSignal) => {
    const run = reportScan(file, signal)
    if (!device || !browser || consent === 'send' || !device.isChosen())
      return server.scanPhoto(file, run)
    try {
      const obstacle = consent === 'download' ? null : await device.obstacle()
      if (obstacle) throw new DeviceFailure(obstacle)
      return await browser.scanPhoto(file, run)
    } catch (error) {
      if (signal.aborted || !(error instanceof DeviceFailure)) throw error
      if (!store.getState().photo) {
        const { blob: preview, ...size } = await dependencies.preparePhoto(file)
        run.emit({ type: 'opened', preview, ...size })
      }
      // Nothing is sent without the visitor's consent.
      if (!signal.aborted) void send({ type: 'consent-needed', reason: error.reason })
    }
  }

  /** Shows a stored scan again, without uploading or scanning anything. */
  const reopenScan = async (imageUrl: string, signal: AbortSignal) => {
    const query = { photo: imageUrl }
    const { detections, kept } = (await api('GET /api/my-scan', { query, signal })).data
    await showStoredPhoto(imageUrl, signal)
    saves.noteStored(detections.map(({ id }) => id))
    void send({
      type: 'results-loaded',
      results: { detections, kept, views: [] },
      imageUrl,
      location: 'server',
      returnPoint: NO_RETURN,
    })
  }

  const startScan = async (attempt: ScanAttempt, signal: AbortSignal) => {
    if ('storedPhoto' in attempt) return reopenScan(attempt.storedPhoto, signal)
    const { photo, consent } = attempt
    if ('file' in photo) return scanFile(photo.file, consent, signal)
    if ('sample' in photo) {
      const reply = await fetch(photo.sample, { signal })
      return scanFile(await reply.blob(), consent, signal)
    }
    const picture = await server.fetchPicture(photo.address, signal)
    if (typeof picture !== 'string') return scanFile(picture, consent, signal)
    await showStoredPhoto(picture, signal)
    return server.scanStoredPhoto(picture, reportScan(null, signal))
  }

  const showResults = async (effect: Effect<'show-results'>, signal: AbortSignal) => {
    const { scan, file, returnPoint } = effect
    if (!scan.results) return
    const previewUrl = previews.create(file)
    const size = await dependencies.measurePhoto(previewUrl)
    if (signal.aborted) return previews.revoke(previewUrl)
    showPhoto(previewUrl, size, file, scan.photo)
    const { place: location, results } = scan
    void send({ type: 'results-loaded', results, imageUrl: null, location, returnPoint })
  }

  const storePhoto = async (photo: ShownPhoto) => {
    if (keepsPhotos) return
    try {
      const data = await dependencies.dataUrlOf(photo)
      void send({ type: 'photo-stored', previewUrl: photo.previewUrl, data })
    } catch (error) {
      logProblem('The photo could not be stored for a login', error)
    }
  }

  const effects: { [Type in FinderEffect['type']]: (effect: Effect<Type>) => unknown } = {
    'stop-scan': ({ scanId }) => stopScan(scanId),
    'start-scan': ({ attempt }) => runScan((signal) => startScan(attempt, signal)),
    'scan-stored-photo': ({ imageUrl }) =>
      runScan((signal) => server.scanStoredPhoto(imageUrl, reportScan(null, signal))),
    'show-results': (effect) => runScan((signal) => showResults(effect, signal)),
    // Nothing on /find is stored, so the server can forget it at once.
    'finish-scan': ({ scanId }) => keepsPhotos || server.endScan(scanId),
    'release-preview': ({ url }) => previews.revoke(url),
    'store-photo': ({ photo }) => storePhoto(photo),
    'find-answers': ({ detection }) => searches.findAnswers(detection),
    'search-box': searches.searchBox,
    'name-kind': searches.searchKind,
    'search-terms': ({ detection }) => searches.searchTerms(detection),
    'cancel-search': ({ id }) => searches.cancelSearches(id),
    'save-scanned': ({ ids }) => saves.saveScanned(ids),
    'save-picture': saves.savePicture,
    'save-edited': ({ id }) => saves.saveEdited(id),
    // A failure is shown, because the user has pressed a button for it.
    'save-kept': ({ id }) => saves.keepObject(id).catch(toast.failure),
    'save-like': saves.saveLike,
    'save-rejection': ({ type: _type, ...body }) =>
      api('POST /api/not-this', { body }).catch((error: unknown) =>
        logProblem('A wrong match was not remembered', error),
      ),
    'delete-stored': ({ id }) => saves.deleteStored(id),
    'show-toast': ({ kind, message }) => toast[kind](message),
  }

  return {
    store,
    send,
    newId,

    /** Ends the scan, because the page is left. */
    stop: () => stopScan(store.getState().scanId),

    /** Makes the models ready for a photo, unless that needs a download and the visitor is not about to choose one. */
    expectPhoto: async ({ mayDownload }: { mayDownload: boolean }) => {
      if (!device?.isChosen() || (await device.obstacle()) !== null) return
      if (mayDownload || (await device.isDownloaded())) device.prepare()
    },

    /** Forgets the photo, and ends the worker. */
    close: () => {
      void send({ type: 'leave-photo' })
      device?.close()
    },
  }
}
export type Finder = ReturnType<typeof createFinder>
