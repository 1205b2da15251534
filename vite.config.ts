import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { messageVariants } from './scripts/messages/message-variants.ts'
import { defaultClientConditions, defineConfig } from 'vite'

const ROUTER = fileURLToPath(
  new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
)

/** Needed by every page, so bundled in one file; by default they would become two dozen small chunks. */
const EVERYWHERE = [
  /src\/client\/app\/start\.tsx/,
  /src\/client\/ui\/(button|class-names|icon|picture|skeleton|state|visually-hidden)/,
]

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    messageVariants({ getFolder: (locale, hash) => `assets/${locale}-${hash}/`, isWhole: false }),
  ],
  resolve: {
    // onnxruntime without its WASM inside: the finder downloads that itself, in parts.
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
    // The package resolves to its development build in every bundler.
    alias: command === 'build' ? [{ find: /^react-router$/, replacement: ROUTER }] : [],
  },
  // The one that scans photos loads onnxruntime as a module.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    // The CSP forbids data: URLs, and separate files cache better.
    assetsInlineLimit: 0,
    // Lists the scripts and styles of each screen for the server.
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/client/service-worker/sw.ts' },
      output: {
        // The worker's location sets its scope, and its name must not change.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // Separate, so that React and the app are evaluated in different tasks (src/client/main.ts).
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // The entry script needs this helper; inside the app chunk it would load the whole app first.
            { name: 'preload', test: /vite\/preload-helper/ },
            { name: 'app', test: (id) => EVERYWHERE.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
}))
