import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findFreePort } from '#tests/support/server-process.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
const isMissing = (program: string, ...args: string[]) => Boolean(spawnSync(program, args).error)

const inFolder = async (work: (folder: string) => Promise<void> | void) => {
  const folder = mkdtempSync(join(tmpdir(), 'wearabouts-proxy-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
          .replace('10.0.0.12:3000', `127.0.0.1:${portOf(servers[1] as Server)}`),
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
      // Only root may listen at 443, and write where nginx is installed to write.
      const own = [
        `access_log ${folder}/access.log;`,
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
          (name) => `${name}_temp_path ${folder}/${name};`,
        ),
      ].join('\n')
      writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${own}\n${site}}\n`)
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
