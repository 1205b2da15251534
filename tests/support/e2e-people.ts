import type { BrowserContext } from '@playwright/test'
import pino from 'pino'
import { type Database, openDatabase } from '#server/db/database.ts'
import { insertPerson, type Person, type PersonOptions } from './people.ts'
import { E2E_SECRET } from './server-process.ts'

/** The database of the server under test, beside that server. */
export const openE2eDatabase = (): Promise<Database> =>
  openDatabase(
    { DATA_DIR: process.env['E2E_DATA_DIR'] ?? '', DATABASE_URL: undefined },
    pino({ level: 'silent' }),
    'tool',
  )

/** Another session of a person, in this browser. */
export const addSession = async (context: BrowserContext, { cookie }: Person, url = '') => {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** A new person, signed in in this browser. */
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
