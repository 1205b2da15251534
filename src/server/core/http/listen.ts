import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { SettingsError } from '#server/core/env.ts'
import { getErrorCode } from './errors.ts'

type Address = { port: number; host: string; setting: 'PORT' | 'METRICS_PORT' }

const NO_HOST = 'HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0'

/** Tells the operator which setting to change. */
const adviseOnListenError = (code: string, setting: string): string | undefined => {
  const advice: Record<string, string> = {
    EADDRINUSE: `${setting} is in use: stop the program that listens there, or choose another ${setting}`,
    EACCES: `${setting} must be above 1023, unless the server has permission to use lower ports`,
    EADDRNOTAVAIL: NO_HOST,
    ENOTFOUND: NO_HOST,
    EAI_AGAIN: NO_HOST,
    EINVAL: NO_HOST,
  }
  return advice[code]
}

export const startListening = async (
  server: Server,
  { port, host, setting }: Address,
): Promise<void> => {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const advice = adviseOnListenError(getErrorCode(cause), setting)
    throw advice === undefined ? cause : new SettingsError(advice, { cause })
  }
}

/** Throws the error that listening on the port would, and leaves the port free. */
export const checkPort = async (address: Address): Promise<void> => {
  const server = createServer()
  await startListening(server, address)
  await new Promise((closed) => server.close(closed))
}
