import type { BrowserContext } from '@playwright/test'
import pino from 'pino'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { insertPerson, type Person, type PersonOptions } from './people.ts'
import { E2E_SECRET } from './server-process.ts'

/** A connection to the database of the server under test. */
export const openE2eDatabase = (): Promise<Database> =>
  openDatabase(
    { DATA_DIR: process.env['E2E_DATA_DIR'] ?? '', DATABASE_URL: undefined },
    pino({ level: 'silent' }),
    'tool',
  )

/** Adds a session of this user to the browser. */
export const addSession = async (context: BrowserContext, { cookie }: Person, url = '') => {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Signs in a new user in this browser. */
export const signInWith = async (
  { pool }: Database,
  context: BrowserContext,
  baseURL: string | undefined,
  options: PersonOptions,
): Promise<Person> => {
  const person = await insertPerson(pool, E2E_SECRET, options)
  await addSession(context, person, baseURL)
  return person
}
