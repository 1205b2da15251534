import { defineConfig, mergeConfig } from 'vite'
import clientConfig from './vite.config.ts'

/** The client once more, as one file with which the server renders its screens. */
export default defineConfig((environment) =>
  mergeConfig(
    { plugins: clientConfig(environment).plugins, resolve: clientConfig(environment).resolve },
    {
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/client/server-render.tsx',
        outDir: 'dist/render',
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: '[name].js' } },
      },
    },
  ),
)
