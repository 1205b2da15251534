import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PackedReply, packReply } from '#server/core/http/reply-cache.ts'
import { ENGLISH, type Language } from '#server/core/languages.ts'
import { SCANNING_WORKER_POLICY } from '#server/core/http/security.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'

type BuiltFile = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
export type BuildManifest = Record<string, BuiltFile>

export type ScreenFiles = { scripts: string[]; styles: string[] }

/** Vite adds a content hash to the names of these files. */
const HASHED_FOLDER = '/assets/'

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

/** Scripts of a language without a folder are in English. */
const translateScript = (path: string, folder: string | undefined): string =>
  folder === undefined ? path : path.replace(HASHED_FOLDER, `/${folder}`)

export const translateFiles = ({ scripts, styles }: ScreenFiles, folder?: string): ScreenFiles => ({
  scripts: scripts.map((path) => translateScript(path, folder)),
  styles,
})

/** index.html in another language: its scripts are others, styles and fonts are the same. */
export const translateTemplate = (
  template: string,
  { code, direction }: Language,
  folder?: string,
): string =>
  code === ENGLISH.code
    ? template
    : template
        .replace(
          '<html lang="en"',
          `<html lang="${code}"${direction === 'rtl' ? ' dir="rtl"' : ''}`,
        )
        .replaceAll(/(?<=")\/assets\/[\w.-]+\.js(?=")/g, (path) => translateScript(path, folder))

const importRenderer = async (file: string): Promise<ScreenRenderer | null> => {
  if (!existsSync(file)) return null
  const bundle = (await import(pathToFileURL(file).href)) as { renderScreen: ScreenRenderer }
  return bundle.renderScreen
}

/**
 * The client's bundles for rendering on the server, one for each language and loaded when it is first
 * needed. Null without a build. `replacement` stands in for all of them.
 */
export const createRenderers = (folder: string, replacement?: ScreenRenderer | null) => {
  const renderers = new Map<string, Promise<ScreenRenderer | null>>()
  return async ({ code }: Language): Promise<ScreenRenderer | null> => {
    if (replacement !== undefined) return replacement
    const path = code === ENGLISH.code ? [] : [code]
    const renderer =
      renderers.get(code) ?? importRenderer(join(folder, ...path, 'server-render.js'))
    renderers.set(code, renderer)
    return renderer
  }
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

/** The worker that scans photos, and onnxruntime, which its threads load. */
const SCANNING_WORKER = /^\/assets\/(finder-worker|ort-wasm)[\w.-]*\.m?js$/
const MANIFEST = '/manifest.json'
const FOLDERS = '/locales.json'
/** Suffix of the compressed copy of a file. */
const BROTLI = '.br'

export type ClientFiles = {
  /** index.html; null if the client has not been built. */
  template: string | null
  manifest: BuildManifest
  /** Where the scripts of other languages are: 'assets/de-…/'. */
  folders?: Readonly<Record<string, string>>
  read(path: string): PackedReply | null
}

export const loadClientFiles = async (
  folder: string,
  headers: Record<string, string>,
): Promise<ClientFiles> => {
  const bodies = await readFolder(folder)
  const template = bodies.get('/index.html')?.toString() ?? null
  const manifest = JSON.parse(bodies.get(MANIFEST)?.toString() ?? '{}') as BuildManifest
  const folders = JSON.parse(bodies.get(FOLDERS)?.toString() ?? '{}') as Record<string, string>
  for (const internal of ['/index.html', MANIFEST, FOLDERS]) bodies.delete(internal)
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
  const shared = Object.values(folders).map((name) => `/${name}`)
  /** A script without texts is the same in every language. */
  const readShared = (path: string) => {
    const start = shared.find((name) => path.startsWith(name))
    return start === undefined ? undefined : files.get(HASHED_FOLDER + path.slice(start.length))
  }
  return {
    template,
    manifest,
    folders,
    read: (path) => files.get(path) ?? readShared(path) ?? null,
  }
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
