export { createReadiness } from './readiness.ts'
export { systemHandlers } from './system.routes.ts'
