import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

/** Started by these names: the server, its commands and its worker threads. */
const ENTRIES = [
  'main',
  ...Object.values(scripts).flatMap((script) => /command\.mjs (\S+)/.exec(script)?.[1] ?? []),
  'cli/vision',
  'vision/worker',
  'vision/vectors/memory-worker',
  'features/ingest/parser-thread',
]

/** Read at run time (`getServerFile` in `core/installation.ts`). */
const READ_FILES = [
  'core/db/migrations',
  'features/images/glyphs.json',
  'features/search/words/everyday-words.bin',
]

/** Bundles the server with its packages: Node loads it in a third of the time. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'copy-read-files',
      writeBundle: ({ dir = '' }) => {
        for (const path of READ_FILES)
          cpSync(join('src', 'server', path), join(dir, path), { recursive: true })
        cpSync(join('src', 'shared', 'locales'), join(dir, '..', 'shared', 'locales'), {
          recursive: true,
        })
      },
    },
  ],
  ssr: {
    noExternal: true,
    // Native ones.
    external: ['onnxruntime-node', 'sharp'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((name) => [name, `src/server/${name}.ts`])),
      output: { entryFileNames: '[name].js' },
    },
  },
})
