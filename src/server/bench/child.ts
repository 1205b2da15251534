import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** As `npm run catalog` runs: the collector works sooner, and memory stays low. */
const OPTIONS = ['--max-old-space-size=256']

const start = (file: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(
    process.execPath,
    [...OPTIONS, '--import', 'tsx', fileURLToPath(new URL(file, import.meta.url)), ...args],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )

/** Starts a server and waits for the address it prints. */
export const startServer = async (file: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const child = start(file, args, env)
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString()
      const address = /: (http:\/\/\S+)\n/.exec(text)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${text}`)))
  })
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs to its end; what it prints. */
export const runToEnd = async (file: string, args: string[]): Promise<string> => {
  const child = start(file, args)
  let text = ''
  child.stdout?.on('data', (piece: Buffer) => (text += piece.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return text
}
