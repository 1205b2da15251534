export { mountApiDocs } from './docs.routes.ts'
