import { defineConfig } from 'vite'

/** The server in a few files: Node loads them in a third of the time that the sources take. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        // Each is loaded by a thread under this very name (src/server/project-root.ts).
        'vision/worker': 'src/server/vision/worker.ts',
        'vision/vectors/memory-worker': 'src/server/vision/vectors/memory-worker.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
})
