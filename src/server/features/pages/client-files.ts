import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PackedReply, packReply } from '#server/core/http/reply-cache.ts'
import { SCANNING_WORKER_POLICY } from '#server/core/http/security.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'

type BuiltFile = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
export type BuildManifest = Record<string, BuiltFile>

export type ScreenFiles = { scripts: string[]; styles: string[] }

/** The app itself, preloaded because the first script would request it late. */
const START_MODULE = 'src/client/app/start.tsx'

/** The files that a screen needs beyond those in the template. */
export const listScreenFiles = (manifest: BuildManifest, module: string | null): ScreenFiles => {
  const entryModules = Object.entries(manifest).filter(([, { isEntry }]) => isEntry)
  const loadedEverywhere = collectImports(
    manifest,
    entryModules.map(([name]) => name),
  )
  const neededModules = collectImports(
    manifest,
    module === null ? [START_MODULE] : [START_MODULE, module],
  )
  const files = [...neededModules]
    .filter((name) => !loadedEverywhere.has(name))
    .map((name) => manifest[name])
    .filter((built) => built !== undefined)
  return {
    scripts: files.map(({ file }) => `/${file}`),
    styles: [...new Set(files.flatMap(({ css }) => css ?? []))].map((file) => `/${file}`),
  }
}

export const createScreenFilesReader = (manifest: BuildManifest) => {
  const cache = new Map<string | null, ScreenFiles>()
  return (module: string | null): ScreenFiles => {
    const files = cache.get(module) ?? listScreenFiles(manifest, module)
    cache.set(module, files)
    return files
  }
}

const collectImports = (manifest: BuildManifest, names: readonly string[]): Set<string> => {
  const visited = new Set<string>()
  const visit = (name: string) => {
    if (visited.has(name)) return
    visited.add(name)
    for (const imported of manifest[name]?.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return visited
}

/** The client's bundle for rendering on the server; null if it has not been built. */
export const loadScreenRenderer = async (file: string): Promise<ScreenRenderer | null> => {
  if (!existsSync(file)) return null
  const bundle = (await import(pathToFileURL(file).href)) as { renderScreen: ScreenRenderer }
  return bundle.renderScreen
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/** Vite adds a content hash to the names of these files. */
const HASHED_FOLDER = '/assets/'
/** The worker that scans photos, and onnxruntime, which its threads load. */
const SCANNING_WORKER = /^\/assets\/(finder-worker|ort-wasm)[\w.-]*\.m?js$/
const MANIFEST = '/manifest.json'
/** Suffix of the compressed copy of a file. */
const BROTLI = '.br'

export type ClientFiles = {
  /** index.html; null if the client has not been built. */
  template: string | null
  manifest: BuildManifest
  read(path: string): PackedReply | null
}

export const loadClientFiles = async (
  folder: string,
  headers: Record<string, string>,
): Promise<ClientFiles> => {
  const bodies = await readFolder(folder)
  const template = bodies.get('/index.html')?.toString() ?? null
  const manifest = JSON.parse(bodies.get(MANIFEST)?.toString() ?? '{}') as BuildManifest
  for (const internal of ['/index.html', MANIFEST]) bodies.delete(internal)
  const paths = [...bodies.keys()].filter((path) => !path.endsWith(BROTLI))
  const files = new Map(
    paths.map((path) => [
      path,
      packReply(
        bodies.get(path) ?? '',
        {
          ...headers,
          ...(SCANNING_WORKER.test(path)
            ? { 'content-security-policy': SCANNING_WORKER_POLICY }
            : {}),
          'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
          'cache-control': path.startsWith(HASHED_FOLDER)
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=3600',
        },
        { brotli: bodies.get(path + BROTLI) },
      ),
    ]),
  )
  return { template, manifest, read: (path) => files.get(path) ?? null }
}

const readFolder = async (folder: string): Promise<Map<string, Buffer>> => {
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
