export { sessionHandlers } from './session.routes.ts'
