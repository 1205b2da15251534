import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { renderErrorPage } from '#server/core/http/error-reply.ts'
import { findFreePort } from '#tests/support/server-process.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
const pathOf = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
const isMissing = (program: string, ...args: string[]) => Boolean(spawnSync(program, args).error)

const inFolder = async (work: (folder: string) => Promise<void> | void) => {
  const folder = mkdtempSync(join(tmpdir(), 'wearabouts-proxy-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Only root may write where nginx is installed to write. */
const ownPaths = (folder: string) =>
  [
    `access_log ${folder}/access.log;`,
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    ),
  ].join('\n')

const startServer = async (): Promise<Server> => {
  const server = createServer((_, response) => {
    setTimeout(() => response.end('ok'), 5)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

test.skipIf(isMissing('haproxy', '-v'))(
  'HAProxy loses no request when a server is killed (skipped without haproxy)',
  () =>
    inFolder(async (folder) => {
      const servers = [await startServer(), await startServer()]
      const place = await startServer()
      const port = portOf(place)
      place.close()
      await once(place, 'close')
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(
        file,
        read('haproxy.cfg')
          .replace('bind :443', `bind 127.0.0.1:${port}`)
          .replace('10.0.0.11:3000', `127.0.0.1:${portOf(servers[0] as Server)}`)
          .replace('10.0.0.12:3000', `127.0.0.1:${portOf(servers[1] as Server)}`)
          .replaceAll('/etc/haproxy/away.html', pathOf('away.html')),
      )
      const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
      try {
        const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).status
        await vi.waitFor(async () => expect(await ask()).toBe(200), 10_000)
        const statuses: number[] = []
        const visitors = Array.from({ length: 8 }, async () => {
          for (let count = 0; count < 60; count += 1) statuses.push(await ask())
        })
        await new Promise((resolve) => setTimeout(resolve, 150))
        servers[0]?.closeAllConnections()
        servers[0]?.close()
        await Promise.all(visitors)
        expect(statuses).toHaveLength(480)
        expect(statuses.filter((status) => status !== 200)).toEqual([])
      } finally {
        proxy.kill()
        await once(proxy, 'exit')
        for (const server of servers) {
          server.closeAllConnections()
          server.close()
        }
      }
    }),
  30_000,
)

test.skipIf(isMissing('nginx', '-v') || isMissing('openssl', 'version'))(
  'nginx takes its file (skipped without nginx)',
  () =>
    inFolder(async (folder) => {
      const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
      const request = [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=x',
      ]
      spawnSync('openssl', [...request, '-keyout', key, '-out', certificate])
      const site = read('nginx.conf')
        .replace('/etc/nginx/wear.example.crt', certificate)
        .replace('/etc/nginx/wear.example.key', key)
        .replace('listen 443 ', `listen ${await findFreePort()} `)
      const file = join(folder, 'nginx.conf')
      writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${ownPaths(folder)}\n${site}}\n`)
      const checked = spawnSync('nginx', ['-t', '-c', file, '-e', join(folder, 'error.log')])
      expect(checked.status, checked.stderr.toString()).toBe(0)
    }),
)

test('proxies keep connections, cut off slow visitors, and survive a killed server', () => {
  const nginx = read('nginx.conf')
  expect(nginx).toMatch(/^ {2}keepalive \d+;$/m)
  expect(nginx).toMatch(/^ {4}proxy_set_header Connection "";$/m)
  expect(nginx).toMatch(/^ {2}client_body_timeout \d+s;$/m)
  const haproxy = read('haproxy.cfg')
  for (const line of [
    'option httpchk GET /readyz',
    'option redispatch 1',
    'retry-on conn-failure empty-response',
    'default-server check inter 1s fall 2 rise 1',
  ])
    expect(haproxy).toContain(`  ${line}\n`)
  expect(haproxy).toMatch(/^ {2}timeout http-request \d+s$/m)
  expect(read('pgbouncer.ini')).toMatch(/^server_login_retry = 1$/m)
  expect(read('pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m)
})

test('the page that proxies show while no server answers looks like those of the server', () => {
  const message = 'This site is unavailable right now. Please try again in a moment.'
  expect(read('away.html')).toBe(`${renderErrorPage(503, message).html}\n`)
})

/** Shipped files with another port, an address where nothing listens, and the folder of the page. */
const AWAY = {
  haproxy: {
    version: ['-v'],
    start: (folder: string, port: number, nowhere: number) => {
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(
        file,
        read('haproxy.cfg')
          .replace('bind :443', `bind 127.0.0.1:${port}`)
          .replaceAll(/10\.0\.0\.1\d:3000/g, `127.0.0.1:${nowhere}`)
          .replaceAll('/etc/haproxy/away.html', pathOf('away.html')),
      )
      return spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    },
  },
  nginx: {
    version: ['-v'],
    start: (folder: string, port: number, nowhere: number) => {
      const site = read('nginx.conf')
        .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
        .replaceAll(/^ *ssl_certificate.*$/gm, '')
        .replaceAll(/10\.0\.0\.1\d:3000/g, `127.0.0.1:${nowhere}`)
        // Its own user may not read every checkout.
        .replace('/opt/wearabouts/deploy', folder)
      writeFileSync(join(folder, 'away.html'), read('away.html'))
      chmodSync(folder, 0o755)
      const file = join(folder, 'nginx.conf')
      writeFileSync(
        file,
        `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\n${ownPaths(folder)}\n${site}}\n`,
      )
      return spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
    },
  },
  caddy: {
    version: ['version'],
    start: (folder: string, port: number, nowhere: number) =>
      spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', pathOf('Caddyfile')], {
        stdio: 'ignore',
        env: {
          ...process.env,
          DOMAIN: `http://127.0.0.1:${port}`,
          UPSTREAMS: `127.0.0.1:${nowhere}`,
          AWAY_FOLDER: pathOf('.'),
          CADDY_ADMIN: `unix/${folder}/admin.sock`,
          XDG_CONFIG_HOME: folder,
          XDG_DATA_HOME: folder,
        },
      }),
  },
}

describe.each(Object.entries(AWAY))('%s', (name, { version, start }) => {
  test.skipIf(isMissing(name, ...version))(
    'shows our page while no server answers (skipped if it is not installed)',
    () =>
      inFolder(async (folder) => {
        const port = await findFreePort()
        const proxy = start(folder, port, await findFreePort())
        try {
          const reply = await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/browse`), 20_000)
          expect(reply.status).toBe(503)
          expect(reply.headers.get('retry-after')).toBe('5')
          expect(reply.headers.get('content-type')).toContain('text/html')
          expect((await reply.text()).trim()).toBe(read('away.html').trim())
        } finally {
          proxy.kill()
          await once(proxy, 'exit')
        }
      }),
    60_000,
  )
})

test.skipIf(isMissing('pgbouncer', '--version'))(
  'PgBouncer takes its file (skipped if it is not installed)',
  () =>
    inFolder(async (folder) => {
      const port = await findFreePort()
      const file = join(folder, 'pgbouncer.ini')
      writeFileSync(join(folder, 'userlist.txt'), '"wearabouts" "only for tests"\n')
      writeFileSync(
        file,
        `${read('pgbouncer.ini')
          .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
          .replace('0.0.0.0', '127.0.0.1')
          .replace('6432', String(port))}unix_socket_dir =\n`,
      )
      chmodSync(folder, 0o755)
      const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
      const pooler = spawn('pgbouncer', [...asUser, file])
      const exited = once(pooler, 'exit')
      let said = ''
      pooler.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      try {
        await vi.waitFor(() => expect(said).toContain('process up'), 10_000)
        expect(said).not.toMatch(/ERROR|WARNING|FATAL/)
      } finally {
        pooler.kill()
        await exited
      }
    }),
  30_000,
)

// 1.18 is the version of Debian 12.
test('PgBouncer’s file has no setting that came after 1.18', () => {
  expect(read('pgbouncer.ini')).not.toMatch(/max_prepared_statements|query_wait_notify|track_extra/)
})
