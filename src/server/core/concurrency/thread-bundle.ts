import type Esbuild from 'esbuild'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Inside the project, so that threads find its packages and files. */
const FOLDER = new URL('../../../../node_modules/.cache/threads/', import.meta.url)
const NATIVE_PACKAGES = ['onnxruntime-node', 'sharp', 'usearch']
const REQUIRE_FOR_PACKAGES =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);"

const bundles = new Map<string, URL>()

/**
 * A thread's TypeScript file as JavaScript, for tests and benchmarks: a thread that transforms its
 * modules by itself takes up to a second of processor time to start.
 */
export const bundleThread = (file: URL): URL => {
  const bundle = bundles.get(file.href) ?? writeBundle(fileURLToPath(file))
  bundles.set(file.href, bundle)
  return bundle
}

const writeBundle = (file: string): URL => {
  // Not installed in production, where threads are built.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof Esbuild
  const [output] = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: NATIVE_PACKAGES,
    banner: { js: REQUIRE_FOR_PACKAGES },
  }).outputFiles
  const contents = output?.contents ?? new Uint8Array()
  const url = new URL(`${createHash('sha256').update(contents).digest('hex')}.mjs`, FOLDER)
  if (!existsSync(url)) {
    mkdirSync(FOLDER, { recursive: true })
    const unfinished = new URL(`${url.href}.${process.pid}`)
    writeFileSync(unfinished, contents)
    renameSync(unfinished, url)
  }
  return url
}
