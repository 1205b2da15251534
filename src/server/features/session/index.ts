export { deviceFrom } from './device.ts'
export { sessionHandlers } from './session.routes.ts'
