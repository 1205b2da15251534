import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startLoopbackS3, S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'

const BUCKET = 'chaos'
const run = promisify(execFile)

/** An S3 store behind a gate that can refuse or ignore requests. */
export const startGatedStore = async () => {
  const store = await startLoopbackS3(BUCKET)
  let state: 'open' | 'down' | 'hanging' = 'open'
  const gate = createServer((incoming, outgoing) => {
    if (state === 'down') incoming.socket.destroy()
    if (state !== 'open') return
    const { method, url = '/', headers } = incoming
    const forwardedRequest = request(new URL(url, store.url), { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    incoming.pipe(forwardedRequest)
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const { port } = gate.address() as AddressInfo
  return {
    env: {
      STORAGE_URL: `s3://${BUCKET}/media`,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    },
    set: (next: typeof state) => {
      state = next
    },
    close: async () => {
      gate.closeAllConnections()
      gate.close()
      await store.close()
    },
  }
}

/** A disk of its own, which needs root on Linux; null elsewhere. */
export const mountSmallDisk = async (folder: string, megabytes: number) => {
  await mkdir(folder, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  } catch {
    return null
  }
  const filler = join(folder, 'filler')
  return {
    fill: async () => {
      const file = await open(filler, 'w')
      const block = Buffer.alloc(64 * 1024)
      try {
        for (;;) await file.write(block)
      } catch {
        // The disk is full now.
      } finally {
        await file.close()
      }
    },
    empty: () => rm(filler, { force: true }),
    unmount: () => run('umount', ['-l', folder]),
  }
}
