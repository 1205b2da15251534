import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const ROUTER = fileURLToPath(
  new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
)

/** What every page needs, in one file with all it imports: split by use, it would be two dozen small ones. */
const EVERYWHERE = [
  /src\/client\/app\/start\.tsx/,
  /src\/client\/ui\/(button|class-names|icon|picture|skeleton|spinner|visually-hidden)/,
  /src\/client\/ui\/(empty|error)-state/,
]

export default defineConfig(({ command }) => ({
  plugins: [react()],
  resolve: {
    // Its package leads every bundler to the development build, whose warnings nobody would read.
    alias: command === 'build' ? [{ find: /^react-router$/, replacement: ROUTER }] : [],
  },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    // The CSP allows no data: fonts or styles, and small pictures are cached better on their own.
    assetsInlineLimit: 0,
    // Tells the server which scripts and styles a screen needs.
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/client/service-worker/sw.ts' },
      output: {
        // A service worker rules over the folder it lies in, and must keep its name.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // Apart from the rest, so that the browser may rest between the two (src/client/main.ts).
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // The first script needs it: in the file of the app it would bring the whole of that along.
            { name: 'preload', test: /vite\/preload-helper/ },
            { name: 'app', test: (id) => EVERYWHERE.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
}))
