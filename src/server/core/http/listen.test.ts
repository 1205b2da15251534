import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SettingsError } from '#server/core/env.ts'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { startListening } from './listen.ts'

const configuration = readFileSync(join(PROJECT_ROOT, 'docs', 'configuration.md'), 'utf8')
const at = (port: number, host = '127.0.0.1') => ({ port, host, setting: 'PORT' as const })

/** A server whose address is refused by the system. */
const refused = (code: string) => {
  const server = new EventEmitter()
  const refuse = () => server.emit('error', Object.assign(new Error(code), { code }))
  return Object.assign(server, { listen: () => setImmediate(refuse) }) as unknown as Server
}

test('a port that another program uses is named', async () => {
  const first = createServer()
  onTestFinished(() => void first.close())
  await startListening(first, at(0))
  const { port } = first.address() as AddressInfo
  const again = startListening(createServer(), { ...at(port), setting: 'METRICS_PORT' })
  await expect(again).rejects.toThrow('METRICS_PORT is in use')
})

test('a host of another machine is named', async () => {
  const elsewhere = startListening(createServer(), at(0, '203.0.113.9'))
  await expect(elsewhere).rejects.toThrow('HOST must be an address of this machine')
})

test.each(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])(
  'docs/configuration.md has the message for %s',
  async (code) => {
    const error: unknown = await startListening(refused(code), at(80)).catch(
      (given: unknown) => given,
    )
    expect(error).toBeInstanceOf(SettingsError)
    expect(configuration).toContain(`\`${(error as Error).message}\``)
  },
)

test('anything else is no matter of settings', async () => {
  await expect(startListening(refused('EMFILE'), at(80))).rejects.not.toBeInstanceOf(SettingsError)
})
