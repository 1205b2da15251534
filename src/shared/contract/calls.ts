import { catalogCalls, imageCalls } from './catalog.ts'
import { sessionCalls } from './session.ts'
import { systemCalls } from './system.ts'

/** Every call of the product. Routes, client, tests and the OpenAPI page are made from this. */
export const allCalls = { ...systemCalls, ...sessionCalls, ...catalogCalls, ...imageCalls }

export type Calls = typeof allCalls
