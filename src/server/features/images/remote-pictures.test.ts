import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { IMAGE_PROXY } from '#shared/constants.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { HostBusy } from '#server/core/web/host-limits.ts'
import { isPublicAddress } from '#server/core/web/public-address.ts'
import { createPublicLookup, RemoteError } from '#server/core/web/public-client.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { createPictureFetcher } from './remote-pictures.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const images = (options: Parameters<typeof createPictureFetcher>[0] = {}) => {
  const remote = createPictureFetcher(options)
  closing.push(() => remote.close())
  return remote
}

const serveOnLoopback = async (answer: (path: string, response: ServerResponse) => void) => {
  const server = await loopbackServer(({ url }, response) => answer(url.pathname, response))
  closing.push(server.close)
  const port = Number(new URL(server.url).port)
  // Allows only what the loopback server needs.
  const friendly = images({
    isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
    ports: [port],
    timeoutMs: 2_000,
    maxBytes: 100_000,
  })
  const fetch = (path: string, urgency?: Parameters<typeof friendly.fetch>[1]) =>
    friendly.fetch(server.url + path, urgency)
  return { ...server, port, fetch }
}

const sendPicture = (
  response: ServerResponse,
  body: Buffer | string = 'picture',
  type = 'image/png',
) => {
  response.writeHead(200, { 'content-type': type })
  response.end(body)
}

/** Not merely a failed connection, which is all that a test without a network would see. */
const REFUSED =
  /^(This is not a web address|The address (does not begin with http:\/\/ or https:\/\/|contains a user name or a password|uses port \d+; only the web's ports 80 and 443 are allowed|is on a private network, not on the public internet|redirects to one that is not valid)|.+ is not a public host)$/

describe('addresses that are refused', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[::7f00:1]/',
    'http://168.63.129.16/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'https://user:secret@8.8.8.8/x.jpg',
    'http://8.8.8.8:22/',
    'http://8.8.8.8:8080/x.jpg',
    'ftp://8.8.8.8/x.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'gopher://8.8.8.8/',
    '//8.8.8.8/x.jpg',
    'x.jpg',
    '',
  ])('%s', async (url) => {
    await expect(images().fetch(url)).rejects.toThrow(REFUSED)
  })

  it.each([
    [['127.0.0.1'], false],
    [['8.8.8.8', '10.0.0.1'], false],
    [['10.0.0.1', '8.8.8.8'], false],
    [[], false],
    [['8.8.8.8', '2001:4860:4860::8888'], true],
  ])('a name that resolves to %j is allowed: %j', async (found, isAllowed) => {
    const answers = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const lookup = createPublicLookup(isPublicAddress, (_, _options, callback) =>
      callback(null, answers),
    )
    for (const options of [{ all: true }, {}]) {
      const error = await new Promise((resolve) => lookup('shop.example.com', options, resolve))
      expect(error === null).toBe(isAllowed)
    }
  })
})

describe('a server that is reached', () => {
  it('sends its picture', async () => {
    const server = await serveOnLoopback((_, response) => sendPicture(response))
    expect((await server.fetch('/a.png')).toString()).toBe('picture')
    expect(server.received[0]?.headers).not.toHaveProperty('cookie')
  })

  it('may redirect three times, not four', async () => {
    const server = await serveOnLoopback((path, response) => {
      const left = Number(path.slice(1))
      if (left === 0) return sendPicture(response)
      response.writeHead(302, { location: `/${left - 1}` })
      return response.end()
    })
    expect((await server.fetch(`/${IMAGE_PROXY.maxRedirects}`)).toString()).toBe('picture')
    await expect(server.fetch(`/${IMAGE_PROXY.maxRedirects + 1}`)).rejects.toThrow('redirects')
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:1/',
    'http://127.0.0.2/',
    'file:///etc/passwd',
    'http://a:b@8.8.8.8/',
    'http://8.8.8.8:25/',
    'http://[broken',
  ])('may not redirect to %s', async (location) => {
    const server = await serveOnLoopback((_, response) => {
      response.writeHead(301, { location })
      response.end()
    })
    await expect(server.fetch('/')).rejects.toThrow(REFUSED)
    expect(server.received).toHaveLength(1)
  })

  it.each(['text/html', 'image/svg+xml', 'application/octet-stream', ''])(
    'may not send %s',
    async (type) => {
      const server = await serveOnLoopback((_, response) => sendPicture(response, 'x', type))
      await expect(server.fetch('/')).rejects.toThrow('Type')
    },
  )

  it('may not declare too large a body', async () => {
    const server = await serveOnLoopback((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 100_001 })
      response.write('x')
    })
    await expect(server.fetch('/')).rejects.toThrow('Too large')
  })

  it('may not send an endless body', async () => {
    const server = await serveOnLoopback((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(20_000)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    await expect(server.fetch('/')).rejects.toBeInstanceOf(RemoteError)
  })

  it('may not send a compressed body, which hides its size', async () => {
    const server = await serveOnLoopback((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' })
      response.end('x')
    })
    await expect(server.fetch('/')).rejects.toThrow('compressed')
  })

  it.each([
    ['say nothing', () => undefined],
    [
      'trickle',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'image/png' })
        const drip = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('may not %s forever', async (_, answer) => {
    const server = await serveOnLoopback((_path, response) => answer(response))
    const started = performance.now()
    await expect(server.fetch('/')).rejects.toThrow('did not answer')
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('is left alone when it asks for a pause, but not because of an address that a user gave', async () => {
    const shop = await serveOnLoopback((path, response) => {
      if (path === '/busy') response.writeHead(429, { 'retry-after': '86400' }).end()
      else sendPicture(response)
    })
    await expect(shop.fetch('/busy', 'asked')).rejects.toThrow('Status 429')
    await expect(shop.fetch('/a.png', 'asked')).rejects.toMatchObject({
      retryInMs: expect.closeTo(MINUTE_MS, -4) as number,
    })
    expect(String(await shop.fetch('/a.png'))).toBe('picture')
    await expect(shop.fetch('/busy')).rejects.toThrow('Status 429')
    await expect(shop.fetch('/a.png')).rejects.toThrow(HostBusy)
  })

  it('may not answer with an error', async () => {
    const server = await serveOnLoopback((_, response) => response.writeHead(500).end())
    await expect(server.fetch('/')).rejects.toThrow('Status 500')
  })
})
