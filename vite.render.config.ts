import { defineConfig, mergeConfig } from 'vite'
import clientConfig from './vite.config.ts'

/** Builds the client again, as one file for server rendering (decision 025). */
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
