/// <reference lib="webworker" />
import {
  ASSETS_CACHE,
  FINDER_CACHE,
  MODELS_CACHE,
  OFFLINE_CACHE,
  SHARE,
} from '#client/lib/service-worker-names.ts'
import displayFont from '#client/styles/fonts/fraunces-display-latin.woff2?url'
import textFont from '#client/styles/fonts/inter-latin.woff2?url'

/**
 * Serves an offline page, caches hashed assets, receives photos from the share sheet and shows
 * alerts. It never caches replies, pictures or pages, so that no account data stays on a shared device.
 * The page /find itself caches what it needs offline: the models, the offline lists, and its own HTML as
 * visitors get it.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

const SHELL = 'shell-2'
const OFFLINE = '/offline.html'
/** The finder, after the prefix of its language. */
const FIND = /^(?:\/[a-z]{2,3})?\/find$/
const SHELL_FILES = [OFFLINE, '/offline.css', '/icon.svg', '/theme.js']
const MAX_ASSETS = 120

/** Fixed names that offline.css uses for files whose real names change with every release. */
const SHELL_FONTS = { '/offline-display.woff2': displayFont, '/offline-text.woff2': textFont }

const getOfflinePath = (address: string) => {
  const [prefix = ''] = /^\/[a-z]{2,3}(?=\/|$)/.exec(new URL(address).pathname) ?? []
  return prefix + OFFLINE
}

/** Keeps the offline page in the language of an address. */
const keepOfflinePage = async (address: string) => {
  const path = getOfflinePath(address)
  if (await caches.match(path)) return
  const cache = await caches.open(SHELL)
  // The server has none for what only looks like a language, such as /api/docs.
  await cache.add(path).catch(() => undefined)
}

const openShell = async () => {
  const cache = await caches.open(SHELL)
  await cache.addAll(SHELL_FILES)
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await Promise.all(pages.map(({ url }) => keepOfflinePage(url)))
  await Promise.all(
    Object.entries(SHELL_FONTS).map(async ([name, url]) => cache.put(name, await fetch(url))),
  )
}

const forgetOldCaches = async () => {
  const current = new Set([
    SHELL,
    ASSETS_CACHE,
    MODELS_CACHE,
    FINDER_CACHE,
    OFFLINE_CACHE,
    SHARE.cache,
  ])
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => !current.has(name.split('/', 1)[0] ?? ''))
      .map((name) => caches.delete(name)),
  )
}

/** Each release has new asset names, so the oldest are deleted. */
const forgetOldAssets = async (cache: Cache) => {
  const keys = await cache.keys()
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - MAX_ASSETS)).map((key) => cache.delete(key)),
  )
}

const fetchAsset = async (request: Request): Promise<Response> => {
  const cached = await caches.match(request)
  if (cached) return cached
  const cache = await caches.open(ASSETS_CACHE)
  const response = await fetch(request)
  if (response.ok) {
    await cache.put(request, response.clone())
    await forgetOldAssets(cache)
  }
  return response
}

/** For files without a hash in their names, which may change: the cache is only used offline. */
const fetchOrUseCache = async (request: Request, ...cached: string[]): Promise<Response> => {
  try {
    return await fetch(request)
  } catch {
    const responses = await Promise.all(cached.map((path) => caches.match(path)))
    return responses.find(Boolean) ?? Response.error()
  }
}

/** Offline, /find still scans photos if everything for that has been cached before. */
const openPage = async (request: Request, pathname: string): Promise<Response> => {
  const page = FIND.test(pathname) ? [pathname] : []
  return fetchOrUseCache(request, ...page, getOfflinePath(request.url), OFFLINE)
}

/** Stores the shared photo in its own cache until the finder takes it. */
const storeSharedPhoto = async (request: Request): Promise<Response> => {
  const form = await request.formData()
  const photo = form.get(SHARE.field)
  if (photo instanceof File && photo.size > 0) {
    const cache = await caches.open(SHARE.cache)
    await cache.put(
      SHARE.photoPath,
      new Response(photo, { headers: { 'content-type': photo.type } }),
    )
  }
  return Response.redirect(SHARE.landing, 303)
}

const answerRequest = (request: Request): Promise<Response> | null => {
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin) return null
  if (request.method === 'POST' && pathname === SHARE.action) return storeSharedPhoto(request)
  if (request.method !== 'GET') return null
  if (pathname.startsWith('/assets/')) return fetchAsset(request)
  if (SHELL_FILES.includes(pathname)) return fetchOrUseCache(request, pathname)
  if (pathname in SHELL_FONTS)
    return caches.match(pathname).then((font) => font ?? Response.error())
  if (request.mode !== 'navigate') return null
  return openPage(request, pathname)
}

/** Shows a push message of the server. */
const showAlert = async (message: PushMessageData | null) => {
  const { title, body, url, lang, dir } = (message?.json() ?? {}) as Record<
    string,
    string | undefined
  >
  // The tag lets a notification replace the one before.
  const options = {
    body: body ?? '',
    icon: '/icon.svg',
    tag: 'alerts',
    data: url ?? '/alerts',
    lang: lang ?? 'en',
    dir: dir === 'rtl' ? ('rtl' as const) : ('ltr' as const),
  }
  await worker.registration.showNotification(title ?? 'Wearabouts', options)
}

/** Opens the page of an alert, in an existing tab if there is one. Other sites are never opened. */
const openAlert = async (notification: Notification) => {
  notification.close()
  const url = new URL(String(notification.data), worker.location.origin)
  if (url.origin !== worker.location.origin) return
  const [tab] = await worker.clients.matchAll({ type: 'window' })
  if (!tab) await worker.clients.openWindow(url.href)
  else await (await tab.navigate(url.href))?.focus()
}

worker.addEventListener('push', (event) => event.waitUntil(showAlert(event.data)))
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(openAlert(event.notification)),
)
worker.addEventListener('install', (event) => event.waitUntil(openShell()))
worker.addEventListener('activate', (event) => event.waitUntil(forgetOldCaches()))
worker.addEventListener('fetch', (event) => {
  const answer = answerRequest(event.request)
  if (event.request.mode === 'navigate') event.waitUntil(keepOfflinePage(event.request.url))
  if (answer) event.respondWith(answer)
})
