import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { UPLOAD } from '#shared/constants.ts'
import { expectTrue, type Fault, requireValue, reportOutcome, withService } from './fault.ts'
import { type Service, waitUntilTrue } from './service.ts'
import { type Ledger, openLedger, writeRecord } from './writes.ts'

/** Other visitors must not wait longer than this, however busy the machine is. */
const QUICK_MS = 10_000
const SHORT_MS = 3_000
/** Longer than the server waits for a byte. */
const LONG_MS = 15_000
const BATCH = 25
const PRETEND_INTERNET = new URL('../../tests/support/pretend-internet.mjs', import.meta.url).href
const SHOP = 'hostile-shop.example'

const computeDuration = (rounds: number) => (rounds > 1 ? LONG_MS : SHORT_MS)

/**
 * Visits and saves while `attack` runs. Every request must succeed within the limit; on a busy machine the
 * server may refuse a request once or twice with Retry-After. Returns a note.
 */
const attackWhileOthersVisit = async (
  service: Service,
  ledger: Ledger,
  attack: () => Promise<void>,
): Promise<string> => {
  const ended = new AbortController()
  const failures: string[] = []
  let slowestMs = 0
  const measure = async (description: string, status: () => Promise<number>) => {
    const started = performance.now()
    const isLate = () => performance.now() - started > QUICK_MS
    let answer = await status()
    while (answer === 503 && !isLate()) {
      await delay(1_000)
      answer = await status()
    }
    slowestMs = Math.max(slowestMs, performance.now() - started)
    if (answer !== 200) failures.push(`${description}: ${answer}`)
  }
  const visit = async () => {
    for (let turn = 0; !ended.signal.aborted; turn += 1) {
      // Never cached.
      for (const path of [`/api/images?celebrities=Visitor${turn}`, `/search-result?q=${turn}`])
        await measure(path, () => service.status(path))
      await measure('a favorite', () => writeRecord(service.baseUrl, ledger, 'favorite'))
      await delay(100)
    }
  }
  const visiting = visit()
  try {
    await attack()
  } finally {
    ended.abort()
    await visiting
  }
  expectTrue(`others are answered: ${failures.slice(0, 3).join('; ')}`, failures.length === 0)
  const note = `slowest answer to others ${Math.round(slowestMs)} ms`
  expectTrue(note, slowestMs < QUICK_MS)
  return note
}

/** Connections that send the head of a request, the first bytes of its body and nothing else. */
const openConnections = async (
  { baseUrl }: Service,
  count: number,
  { path, length, headers = '' }: { path: string; length: number; headers?: string },
): Promise<Socket[]> => {
  const { host, hostname, port } = new URL(baseUrl)
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${baseUrl}\r\n${headers}`
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - sockets.length) }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    )
    await Promise.all(batch.map((socket) => once(socket, 'connect')))
    for (const socket of batch) {
      socket.resume()
      socket.write(`${head}Content-Length: ${length}\r\n\r\n{`)
    }
    sockets.push(...batch)
    // Not in a burst, because load is tested elsewhere.
    await delay(50)
  }
  return sockets
}

const closeAll = (sockets: readonly Socket[]) => {
  for (const socket of sockets) socket.destroy()
}

export const sendUnfinishedRequests: Fault = (program, rounds) =>
  withService(program, {}, async (service) => {
    const [person] = await service.people(1)
    const ledger = openLedger(requireValue(person))
    const note = await attackWhileOthersVisit(service, ledger, async () => {
      const sockets = await openConnections(service, 500, {
        path: '/api/invite-codes/validate-and-create-user',
        length: 100,
        headers: 'Content-Type: application/json\r\n',
      })
      await delay(computeDuration(rounds))
      closeAll(sockets)
    })
    return reportOutcome('500 unfinished requests', service, [ledger], [0], note)
  })

/** Uploads that announce a large body and then send it slowly. */
export const sendSlowBodies: Fault = (program, rounds) =>
  withService(program, {}, async (service) => {
    const [person, slow] = await service.people(2)
    const ledger = openLedger(requireValue(person))
    const note = await attackWhileOthersVisit(service, ledger, async () => {
      const sockets = await openConnections(service, 29, {
        path: '/image-local.php',
        length: UPLOAD.maxBytes,
        headers: `Content-Type: multipart/form-data; boundary=x\r\nCookie: ${slow?.cookie}\r\n`,
      })
      const dribble = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('-')
      }, 1_000)
      try {
        await delay(computeDuration(rounds))
        const areCutOff = async () => sockets.every(({ destroyed }) => destroyed)
        if (rounds > 1) await waitUntilTrue('slow clients are cut off', areCutOff, LONG_MS)
      } finally {
        clearInterval(dribble)
        closeAll(sockets)
      }
    })
    return reportOutcome('29 slow uploads', service, [ledger], [0], note)
  })

/** Each level contains the text of all levels below it. */
const createNestedPage = () => {
  const levels = 900
  const text = 'a very long name '.repeat((4_000_000 - levels * 40) / 17)
  return `<!doctype html><div itemscope itemtype="https://schema.org/Product">${'<div itemprop="name">'.repeat(levels)}${text}${'</div>'.repeat(levels)}</div>`
}

export const readHostilePage: Fault = async (program) => {
  const page = createNestedPage()
  const shop = createServer((_, outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page),
  ).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const env = { PRETEND_HOSTS: `${SHOP}=${(shop.address() as AddressInfo).port}` }
  try {
    return await withService(
      ['--import', PRETEND_INTERNET, ...program],
      { env },
      async (service) => {
        const [person] = await service.people(1)
        const ledger = openLedger(requireValue(person))
        let status = 0
        const note = await attackWhileOthersVisit(service, ledger, async () => {
          const reply = await fetch(`${service.baseUrl}/api/product-from-link`, {
            method: 'POST',
            signal: AbortSignal.timeout(60_000),
            headers: {
              cookie: ledger.person.cookie,
              origin: service.baseUrl,
              'content-type': 'application/json',
            },
            body: JSON.stringify({ link: `http://${SHOP}/coat` }),
          })
          status = reply.status
          await reply.arrayBuffer()
        })
        return reportOutcome(
          'hostile shop page',
          service,
          [ledger],
          [0],
          `${note}, the link gets ${status}`,
        )
      },
    )
  } finally {
    shop.closeAllConnections()
    shop.close()
  }
}
