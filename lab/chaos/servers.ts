import { once } from 'node:events'
import { join } from 'node:path'
import { startServerProcess } from '#tests/support/server-process.ts'

/** Production, because only there a server announces that it stops. */
const PRODUCTION = {
  NODE_ENV: 'production',
  GOOGLE_CLIENT_ID: 'unused',
  GOOGLE_CLIENT_SECRET: 'unused',
  LOG_LEVEL: 'warn',
}
/** Longer than a stop may take. */
const STOPS_WITHIN_MS = 60_000

type ServerOptions = {
  port: number
  dataDir: string
  env: Record<string, string>
  /** What Node runs: the built server by default. */
  program?: string[] | undefined
}

/** One of several servers on a shared DATA_DIR, as on a shared disk. */
export const startServer = async ({ port, dataDir, env, program }: ServerOptions) => {
  const logFile = join(dataDir, `server-${port}.log`)
  const start = () =>
    startServerProcess({
      port,
      dataDir,
      logFile,
      hasDemo: false,
      ...(program ? { nodeArguments: program } : {}),
      env: { ...PRODUCTION, ...env },
    })
  let server = await start()
  const stop = async () => {
    if (server.process.exitCode !== null) return server.process.exitCode
    const exited = once(server.process, 'exit') as Promise<[number | null]>
    server.process.kill('SIGTERM')
    const late = setTimeout(() => server.process.kill('SIGKILL'), STOPS_WITHIN_MS)
    const [code] = await exited
    clearTimeout(late)
    return code
  }
  return {
    baseUrl: server.baseUrl,
    logFile,
    stop,
    restart: async () => {
      const code = await stop()
      if (code !== 0) throw new Error(`A stopped server exited with ${code}`)
      server = await start()
    },
  }
}
export type Server = Awaited<ReturnType<typeof startServer>>
