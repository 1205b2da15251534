export { deviceFrom, deviceName } from './device.ts'
export { sessionHandlers } from './session.routes.ts'
