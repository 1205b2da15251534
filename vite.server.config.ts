import { defineConfig } from 'vite'

/** Bundles the server: Node loads it in a third of the time (decision 007). */
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
        // Worker threads, loaded by these names (src/server/project-root.ts).
        'vision/worker': 'src/server/vision/worker.ts',
        'vision/vectors/memory-worker': 'src/server/vision/vectors/memory-worker.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
})
