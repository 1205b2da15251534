import { createStore } from 'zustand/vanilla'
import {
  type BrowserEngineDependencies,
  createBrowserEngine,
} from '#client/features/photo-finder/scan/browser-engine.ts'
import {
  DeviceFailure,
  type DeviceReason,
  type EngineEvent,
  type ScanRun,
  type ShownPhoto,
} from '#client/features/photo-finder/scan/scan-engine.ts'
import {
  createServerEngine,
  scanFailure,
  type ServerEngineDependencies,
} from '#client/features/photo-finder/scan/server-engine.ts'
import { ApiError } from '#client/lib/api.ts'
import { logProblem, getErrorMessage } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.tsx'
import { DETECTION_SEARCH } from '#shared/finder-constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import type { Box, Size } from '#shared/domain/box.ts'
import { getDetectionName, toStoredDetection } from '#shared/domain/detection-record.ts'
import { getBestViewBox } from '#shared/domain/detection-rules.ts'
import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import { DETECTION_PROBLEMS, FINDER_TEXT, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import { type Answers, buildFavorite, FIRST_VIEW, listAnswers } from './answers.ts'
import { reduceFinder } from './finder-reducer.ts'
import {
  EMPTY,
  findDetection,
  type FinderEffect,
  type FinderEvent,
  type ReturnPoint,
  type ScanAttempt,
} from './finder-state.ts'

export type FinderDependencies = ServerEngineDependencies & {
  uid: () => string | null
  newId: () => string
  /** Null where photos are stored on the server, and so have to be sent anyway. */
  device:
    | (BrowserEngineDependencies['device'] & {
        /** Whether the visitor has chosen to scan on the device. */
        isChosen: () => boolean
        /** Why the visitor has to agree before the device scans; null if there is no reason. */
        obstacle: () => Promise<DeviceReason | null>
        close: () => void
      })
    | null
  measurePhoto: (url: string) => Promise<Size>
  cropPhoto: (photo: ShownPhoto, bbox: Box) => Promise<Blob>
  /** The photo as a data: link that is small enough to store in the browser. */
  dataUrlOf: (photo: ShownPhoto) => Promise<string>
  previews: { create: (photo: Blob) => string; revoke: (url: string) => void }
  /** The answers of the catalogue for an object. */
  answersFor: (embedding: string) => Promise<Answers>
  changeFavorite: (change: FavoriteToggle) => Promise<void>
  /** Opens the login overlay; the heart changes after the login. */
  askToLogIn: (change: FavoriteToggle) => void
  refreshSaved: () => void
}

type Effect<Type extends FinderEffect['type']> = Extract<FinderEffect, { type: Type }>

type SaveCall = 'POST /save-detection.php' | 'POST /api/firebase-sync/save-detection.php'

const ignore = () => undefined
const NO_RETURN: ReturnPoint = { selectedId: null, idToKeep: null }

const createFinderStore = () => createStore(() => EMPTY)
type FinderStore = ReturnType<typeof createFinderStore>

/**
 * Saves the detections of a scan on the server. Calls about one detection run one at a time, and each
 * sends the detection as it is at that moment: an older snapshot would undo a delete or a 'Not this'.
 */
const createDetectionSaves = (
  store: FinderStore,
  {
    api,
    keepsPhotos,
    uid,
    changeFavorite,
  }: Pick<FinderDependencies, 'api' | 'keepsPhotos' | 'uid' | 'changeFavorite'>,
) => {
  const latest = new Map<string, ScanDetection>()
  const queues = new Map<string, Promise<unknown>>()
  const sentIds = new Set<string>()
  // Kept after the photo is replaced, so that saves still waiting can finish.
  store.subscribe(({ detections }) =>
    detections.forEach((detection) => latest.set(detection.id, detection)),
  )

  const callInOrder = <Result>(id: string, call: () => Promise<Result>): Promise<Result> => {
    const result = (queues.get(id) ?? Promise.resolve()).then(call)
    queues.set(id, result.then(ignore, ignore))
    return result
  }

  const saveDetection = (call: SaveCall, id: string, isLiked?: boolean): Promise<void> => {
    const { imageUrl } = store.getState()
    return callInOrder(id, async () => {
      const detection = latest.get(id)
      const firebase_uid = uid()
      if (!detection || firebase_uid === null) return
      const detection_data = toStoredDetection(detection, {
        ...(imageUrl === null ? {} : { originalImageUrl: imageUrl }),
        ...(isLiked === undefined ? {} : { isLiked }),
      })
      sentIds.add(id)
      const result = keepsPhotos ? { result: detection } : {}
      await api(call, { body: { firebase_uid, detection_data, ...result } })
    })
  }

  return {
    saveScanned: async (ids: readonly string[]) => {
      if (!keepsPhotos) return
      for (const id of ids)
        await saveDetection('POST /save-detection.php', id).catch((error: unknown) =>
          logProblem('A detection was not saved', error),
        )
    },

    /** Adds a detection to My Products, because the user has edited or chosen it. */
    saveKept: (id: string) => saveDetection('POST /api/firebase-sync/save-detection.php', id),

    /** Detections of a reopened scan are stored already. */
    noteStored: (ids: readonly string[]) => ids.forEach((id) => sentIds.add(id)),

    /** Rejects when the server refuses it, so that the caller can revert the heart. */
    saveLiked: async (id: string, isLiked: boolean) => {
      if (keepsPhotos) return saveDetection('POST /save-detection.php', id, isLiked)
      // No detection is stored on /find, so the product itself becomes the favorite.
      const detection = latest.get(id)
      if (!detection) return
      const favorite = buildFavorite(detection, getDetectionName(detection))
      await changeFavorite({ favorite, isWanted: isLiked })
    },

    deleteStored: async (id: string) => {
      latest.delete(id)
      const call = callInOrder(id, async () => {
        const firebase_uid = uid()
        if (firebase_uid === null || !sentIds.has(id)) return
        const body = { firebase_uid, product_id: id }
        await api('DELETE /api/firebase-sync/save-detection.php', { body })
      })
      await call.catch((error: unknown) => logProblem('A detection was not deleted', error))
    },
  }
}

/**
 * The photo finder without a screen: one photo, its scan, and the user's work on the results. The
 * reducer decides; this file does what it decides and reports back with further events.
 */
export const createFinder = (dependencies: FinderDependencies) => {
  const { api, keepsPhotos, device, previews, newId, uid } = dependencies
  const store = createFinderStore()
  const server = createServerEngine(dependencies)
  const browser = device && createBrowserEngine({ api, device, newId })
  const saves = createDetectionSaves(store, dependencies)
  const searches = new Map<string, AbortController>()
  let running: AbortController | null = null

  /** Resolves when everything that the event has started is over. */
  const send = async (event: FinderEvent): Promise<void> => {
    const step = reduceFinder(store.getState(), event)
    store.setState(step.state, true)
    await Promise.all(step.effects.map((effect) => effects[effect.type](effect as never)))
  }

  const stopScan = (scanId: string | null) => {
    running?.abort(new Error('The scan was cancelled'))
    running = null
    if (scanId) server.endScan(scanId)
    searches.forEach((search) => search.abort())
    searches.clear()
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
    return server.scanStored(picture, reportScan(null, signal))
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

  /**
   * The scan compares only the appearance of an object; its answers also consider what it is. If they
   * cannot be loaded, the products of the scan are used.
   */
  const findBest = async (
    embedding: string | undefined,
    label: string,
    scanned: ScanProduct[],
  ): Promise<{ name: string; products: ScanProduct[] }> => {
    if (embedding === undefined) return { name: label, products: scanned }
    try {
      const answers = await dependencies.answersFor(embedding)
      const name = label || answers.name
      const sources = { label: name, answers, scanned, termProducts: [] }
      const products = listAnswers({ ...sources, view: FIRST_VIEW })
      return { name, products: products.slice(0, DETECTION_SEARCH.maxResults) }
    } catch (error) {
      logProblem('The answers for an object could not be loaded', error)
      return { name: label, products: scanned }
    }
  }

  const findAnswers = async ({ id, embedding, label, products }: ScanDetection) => {
    if (embedding === undefined) return
    const best = await findBest(embedding, label, products)
    void send({ type: 'answers-found', id, embedding, products: best.products })
  }

  const cancelSearches = (id: string) => {
    for (const what of ['box', 'terms', 'kind']) {
      searches.get(`${what} ${id}`)?.abort()
      searches.delete(`${what} ${id}`)
    }
  }

  /** A search for one object, which ends the last one of its kind. */
  const runSearch = async (
    what: 'box' | 'terms' | 'kind',
    id: string,
    search: (signal: AbortSignal) => Promise<FinderEvent>,
  ) => {
    const key = `${what} ${id}`
    searches.get(key)?.abort()
    const controller = new AbortController()
    const { signal } = controller
    searches.set(key, controller)
    try {
      const found = await search(signal)
      if (!signal.aborted) void send(found)
    } catch (error) {
      if (signal.aborted) return
      logProblem('The search for an object failed', error)
      void send({ type: 'search-failed', id, message: getErrorMessage(error) })
    } finally {
      if (searches.get(key) === controller) searches.delete(key)
    }
  }

  const nameKind = async (embedding: string, kind: string) =>
    (await api('POST /api/answers/kind', { body: { embedding, kind } })).data

  const searchBox = ({ id, label, bbox, category, kind: known }: Effect<'search-box'>) =>
    runSearch('box', id, async (signal) => {
      const { photo, file, imageUrl, location } = store.getState()
      const engine = location === 'device' ? browser : server
      if (!engine || !photo) throw new DeviceFailure('stopped')
      const query = { photo, file, imageUrl, bbox, category }
      const found = await engine.searchBox(query, signal)
      const { products, notice } = found
      signal.throwIfAborted()
      const isGiven = known?.isGiven === true
      const searchAs = async (kind: string | null) => {
        const named = kind === null ? null : await nameKind(found.embedding ?? '', kind)
        const embedding = named?.embedding ?? found.embedding
        signal.throwIfAborted()
        void send({ type: 'box-described', id, embedding, notice })
        return findBest(embedding, named?.label ?? label, products)
      }
      const canName = known !== null && found.embedding !== undefined
      const first = await searchAs(canName && isGiven ? known.kind : null)
      const best = canName && first.name === '' ? await searchAs(known.kind) : first
      const name = label === '' ? best.name : null
      return { type: 'box-answered', id, name, products: best.products }
    })

  /** Products for the first three search terms, or for the label, within the category. */
  const searchTerms = async ({ id, searchTerms, label, category }: ScanDetection) => {
    // On /find, words are searched only in the catalogue, as part of the answers.
    if (!keepsPhotos) return
    const terms = searchTerms?.length ? searchTerms.slice(0, DETECTION_SEARCH.terms) : [label]
    await runSearch('terms', id, async (signal) => {
      const replies = await Promise.allSettled(
        terms.map((term) => {
          const body = { term, label, category, count: DETECTION_SEARCH.resultsPerTerm }
          return api('POST /api/product-search', { body, signal })
        }),
      )
      const failure = replies.find((reply) => reply.status === 'rejected')
      // One failed term does not lose the results of the others.
      if (failure && replies.every((reply) => reply.status === 'rejected')) {
        const { message } = failure.reason as Error
        throw new Error(message || SEARCH_ERRORS.shoppingFailed, { cause: failure.reason })
      }
      const products = replies.flatMap((reply) =>
        reply.status === 'fulfilled' ? reply.value.products : [],
      )
      return { type: 'terms-answered', id, products }
    })
  }

  const makePicture = async (id: string): Promise<Blob | null> => {
    const { photo } = store.getState()
    const detection = findDetection(store.getState(), id)
    return !detection || detection.imageUrl || !photo
      ? null
      : dependencies.cropPhoto(photo, getBestViewBox(detection))
  }

  /** Adds a detection to My Products. */
  const keepObject = async (id: string) => {
    await saves.saveKept(id)
    if (uid() !== null) void send({ type: 'object-kept', id })
  }

  const saveEdited = async (id: string) => {
    if (keepsPhotos)
      await keepObject(id).catch((error: unknown) =>
        logProblem('An edited detection was not saved', error),
      )
  }

  const savePicture = async ({ id, image }: Effect<'save-picture'>) => {
    try {
      const picture = image ?? (await makePicture(id))
      if (picture)
        void send({ type: 'picture-stored', id, url: await server.uploadPicture(picture) })
    } catch (error) {
      // The product is saved without its picture.
      logProblem('The picture of a detection was not uploaded', error)
      toast.error(FINDER_TEXT.savedWithoutPicture)
    }
    await saveEdited(id)
  }

  /** A failure is only logged, unless it needs a login. */
  const saveLike = async ({ detection, name, isLiked }: Effect<'save-like'>) => {
    const { id } = detection
    let isReverted = false
    try {
      if (uid() === null) throw new ApiError(401, DETECTION_PROBLEMS.loginToFavorite)
      await saves.saveLiked(id, isLiked)
      dependencies.refreshSaved()
    } catch (error) {
      logProblem('A favorite was not saved', error)
      const status = error instanceof ApiError ? error.status : null
      isReverted = status === 401 || status === 410
      if (status === 401) {
        // On /find the login overlay explains it, and on a phone a toast would cover its buttons.
        if (keepsPhotos) toast.error(DETECTION_PROBLEMS.loginToFavorite)
        // The login leaves the page and its scan, so the product itself becomes the favorite.
        dependencies.askToLogIn({ favorite: buildFavorite(detection, name), isWanted: isLiked })
      }
      if (status === 410) toast.failure(error as Error)
    }
    void send({ type: 'like-saved', id, name, isLiked: isLiked !== isReverted })
  }

  const effects: { [Type in FinderEffect['type']]: (effect: Effect<Type>) => unknown } = {
    'stop-scan': ({ scanId }) => stopScan(scanId),
    'start-scan': ({ attempt }) => runScan((signal) => startScan(attempt, signal)),
    'scan-stored-photo': ({ imageUrl }) =>
      runScan((signal) => server.scanStored(imageUrl, reportScan(null, signal))),
    'show-results': (effect) => runScan((signal) => showResults(effect, signal)),
    // Nothing on /find is stored, so the server can forget it at once.
    'finish-scan': ({ scanId }) => keepsPhotos || server.endScan(scanId),
    'release-preview': ({ url }) => previews.revoke(url),
    'store-photo': ({ photo }) => storePhoto(photo),
    'find-answers': ({ detection }) => findAnswers(detection),
    'search-box': searchBox,
    'name-kind': ({ id, embedding: last, kind }) =>
      runSearch('kind', id, async () => {
        const named = await nameKind(last, kind)
        return { type: 'kind-named', id, last, kind, named }
      }),
    'search-terms': ({ detection }) => searchTerms(detection),
    'cancel-search': ({ id }) => cancelSearches(id),
    'save-scanned': ({ ids }) => saves.saveScanned(ids),
    'save-picture': savePicture,
    'save-edited': ({ id }) => saveEdited(id),
    // A failure is shown, because the user has pressed a button for it.
    'save-kept': ({ id }) => keepObject(id).catch(toast.failure),
    'save-like': saveLike,
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

    /** Starts the download of the models, because the visitor is about to choose a photo. */
    expectPhoto: async () => {
      if (device?.isChosen() && (await device.obstacle()) === null) device.prepare()
    },

    /** Forgets the photo, and ends the worker. */
    close: () => {
      void send({ type: 'leave-photo' })
      device?.close()
    },
  }
}
export type Finder = ReturnType<typeof createFinder>
