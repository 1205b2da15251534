import { catalogCalls } from './catalog.ts'
import { sessionCalls } from './session.ts'
import { systemCalls } from './system.ts'

/** Every call of the product. Routes, client, tests and the OpenAPI page are made from this. */
export const allCalls = { ...systemCalls, ...sessionCalls, ...catalogCalls }

export type Calls = typeof allCalls
