export { mountPages } from './pages.routes.ts'
export { createPages } from './pages.service.ts'
export { loadScreenRenderer } from './screen-renderer.ts'
export { type ClientFiles, loadClientFiles } from './static-files.ts'
