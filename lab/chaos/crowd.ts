import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '#tests/support/people.ts'
import { type Ledger, openLedger, writeRecord } from './writes.ts'

export const CALLS = ['/api/images?celebrities=feed', '/healthz', '/readyz']
const PAGES = ['/', '/api/images?celebrities=feed', '/contact-us', '/healthz']
const READERS = 6
const PAUSE_MS = 20
const WRITE_PAUSE_MS = 150

/** The message of `fetch` says only that it failed. */
const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'failed'
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** Constant reading and writing. Every reply but a success is a failure. */
export const startCrowd = (
  baseUrl: string,
  people: readonly Person[],
  paths: readonly string[] = PAGES,
) => {
  const ended = new AbortController()
  const failures: string[] = []
  let requests = 0

  const read = async (first: number) => {
    for (let turn = first; !ended.signal.aborted; turn += 1) {
      const path = paths[turn % paths.length] ?? '/'
      requests += 1
      try {
        const reply = await fetch(baseUrl + path)
        await reply.arrayBuffer()
        if (!reply.ok) failures.push(`GET ${path}: ${reply.status}`)
      } catch (error) {
        failures.push(`GET ${path}: ${describeError(error)}`)
      }
      await delay(PAUSE_MS)
    }
  }
  const save = async (ledger: Ledger) => {
    while (!ended.signal.aborted) {
      requests += 1
      const status = await writeRecord(baseUrl, ledger, 'favorite')
      if (status !== 200) failures.push(`POST a favorite: ${status}`)
      await delay(WRITE_PAUSE_MS)
    }
  }

  const ledgers = people.map(openLedger)
  const working = Promise.all([
    ...Array.from({ length: READERS }, (_, first) => read(first)),
    ...ledgers.map(save),
  ])
  return {
    ledgers,
    end: async () => {
      ended.abort()
      await working
      return { requests, failures }
    },
  }
}
