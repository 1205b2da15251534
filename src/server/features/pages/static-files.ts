import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { createSingleFlight } from '#server/concurrency/single-flight.ts'
import { type KeptReply, packReply } from '#server/http/reply-cache.ts'
import type { BuildManifest } from './screen-files.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Vite puts a content hash into these file names. */
const HASHED = '/assets/'
const MANIFEST = '/manifest.json'
const BEST_QUICK_BROTLI = 9

export type ClientFiles = {
  /** index.html; null if the client has not been built. */
  template: string | null
  manifest: BuildManifest
  read(path: string): Promise<KeptReply | null>
}

/** The built client, in memory; each file is compressed on its first request. */
export const loadClientFiles = async (
  folder: string,
  headers: Record<string, string>,
): Promise<ClientFiles> => {
  const bodies = await readAll(folder)
  const packed = new Map<string, KeptReply>()
  const once = createSingleFlight<KeptReply>()
  const pack = async (path: string, body: Buffer) => {
    const reply = await packReply(
      body,
      {
        ...headers,
        'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
        'cache-control': path.startsWith(HASHED)
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      },
      BEST_QUICK_BROTLI,
    )
    packed.set(path, reply)
    return reply
  }
  const template = bodies.get('/index.html')?.toString() ?? null
  const manifest = JSON.parse(bodies.get(MANIFEST)?.toString() ?? '{}') as BuildManifest
  for (const internal of ['/index.html', MANIFEST]) bodies.delete(internal)
  return {
    template,
    manifest,
    async read(path) {
      const body = bodies.get(path)
      if (!body) return null
      return packed.get(path) ?? once(path, () => pack(path, body))
    },
  }
}

const readAll = async (folder: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const files = entries.filter((entry) => entry.isFile())
  const read = files.map(async (entry): Promise<[string, Buffer]> => {
    const path = join(entry.parentPath, entry.name)
    return [`/${relative(folder, path).split(sep).join('/')}`, await readFile(path)]
  })
  return new Map(await Promise.all(read))
}
