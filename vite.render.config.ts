import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig } from 'vite'
import { messageVariants } from './scripts/messages/message-variants.ts'
import clientConfig from './vite.config.ts'

/** Builds the client again, as one file for server rendering (decision 025). */
export default defineConfig((environment) =>
  mergeConfig(
    {
      plugins: [react(), messageVariants({ getFolder: (locale) => `${locale}/`, isWhole: true })],
      resolve: clientConfig(environment).resolve,
    },
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
