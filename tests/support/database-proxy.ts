import { once } from 'node:events'
import {
  type AddressInfo,
  createConnection,
  createServer,
  type Server,
  type Socket,
} from 'node:net'
import { TLSSocket } from 'node:tls'

/** The first message of a client that wants TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

type Tls = { key: string; cert: string }

const getSocketPath = (url: string): string => {
  const query = new URLSearchParams(url.slice(url.indexOf('?')))
  return `${query.get('host')}/.s.PGSQL.${query.get('port')}`
}

/** TCP in front of a test database's socket, to take it away, to let it hang, and to speak TLS. */
export const startDatabaseProxy = async (url: string, tls?: Tls) => {
  const path = getSocketPath(url)
  const open = new Set<Socket>()
  let isHanging = false

  const connectThrough = (client: Socket, first?: Buffer) => {
    const upstream = createConnection(path)
    open.add(upstream)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', (chunk) => {
        if (!isHanging) to.write(chunk)
      })
    }
    if (first) upstream.write(first)
  }

  const accept = (client: Socket) => {
    open.add(client)
    client.on('error', () => undefined)
    client.once('data', (first: Buffer) => {
      if (!first.equals(SSL_REQUEST)) return connectThrough(client, first)
      client.write(tls ? 'S' : 'N')
      if (tls) connectThrough(new TLSSocket(client, { isServer: true, ...tls }))
      else client.once('data', (next: Buffer) => connectThrough(client, next))
    })
  }

  let server: Server | null = null
  let port = 0
  const up = async () => {
    isHanging = false
    if (server) return
    server = createServer(accept).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const down = async () => {
    const closed = server && once(server, 'close')
    server?.close()
    server = null
    for (const socket of open) socket.destroy()
    open.clear()
    await closed
  }
  await up()
  const name = /\/\/\/([^?]*)/.exec(url)?.[1] ?? ''
  const user = new URLSearchParams(url.slice(url.indexOf('?'))).get('user')
  return {
    /** The same database through this proxy. */
    url: (host = '127.0.0.1', query = '') => `postgres://${user}@${host}:${port}/${name}${query}`,
    up,
    down,
    hang: () => {
      isHanging = true
    },
  }
}
