import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type KeptReply, packReply } from '#server/core/http/reply-cache.ts'
import type { BuildManifest } from './screen-files.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
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
  read(path: string): KeptReply | null
}

/** The built client, in memory; each file is compressed when it is first requested. */
export const loadClientFiles = async (
  folder: string,
  headers: Record<string, string>,
): Promise<ClientFiles> => {
  const bodies = await readAll(folder)
  const template = bodies.get('/index.html')?.toString() ?? null
  const manifest = JSON.parse(bodies.get(MANIFEST)?.toString() ?? '{}') as BuildManifest
  for (const internal of ['/index.html', MANIFEST]) bodies.delete(internal)
  const files = new Map(
    Array.from(bodies, ([path, body]) => [
      path,
      packReply(
        body,
        {
          ...headers,
          'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
          'cache-control': path.startsWith(HASHED)
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=3600',
        },
        { quality: BEST_QUICK_BROTLI },
      ),
    ]),
  )
  return { template, manifest, read: (path) => files.get(path) ?? null }
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
