import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    // The CSP allows no data: fonts or styles, and small pictures are cached better on their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
