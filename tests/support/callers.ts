import { createApi } from '#client/lib/api.ts'
import { insertPerson, insertSession, type Person, type PersonOptions } from './people.ts'
import { TEST_SECRET, type TestApp } from './test-app.ts'

const ORIGIN = 'http://localhost'

/** Calls the app directly, without a port, with this cookie or as a visitor. */
export const callerWith = ({ app }: TestApp, cookie: string | null) => {
  const send = async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookie) headers.set('cookie', cookie)
    if (!headers.has('origin')) headers.set('origin', ORIGIN)
    return app.request(new URL(url, ORIGIN).href, { ...init, headers })
  }
  const sendJson = (method: string, url: string, body: unknown) =>
    send(url, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { send, sendJson, api: createApi(send) }
}

/** A new user and an API client signed in as them. */
export const signedIn = async (server: TestApp, options: PersonOptions = {}) => {
  const person = await insertPerson(server.pool, TEST_SECRET, options)
  return { ...person, ...callerWith(server, person.cookie) }
}
/** The same user signed in once more, as if on another device. */
export const signedInAgain = async (server: TestApp, person: Person) => {
  const cookie = await insertSession(server.pool, TEST_SECRET, person.uid)
  return { ...person, cookie, ...callerWith(server, cookie) }
}

export type SignedIn = Awaited<ReturnType<typeof signedIn>>
