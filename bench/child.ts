import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Like `npm run catalog`: collects garbage sooner, which keeps memory low. */
const SOURCE_OPTIONS = ['--max-old-space-size=256', '--import', 'tsx']
/** Like `npm start`. */
const BUILT_OPTIONS = ['--enable-source-maps']

const start = (file: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const options = file.endsWith('.ts') ? SOURCE_OPTIONS : BUILT_OPTIONS
  return spawn(
    process.execPath,
    [...options, fileURLToPath(new URL(file, import.meta.url)), ...args],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
}

const TICKS_PER_SECOND = 100

/** CPU time of a process, independent of other load; NaN outside Linux. */
export const cpuSecondsOf = async (pid: number | undefined): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Starts a server and waits until it prints its address. */
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
    cpuSeconds: () => cpuSecondsOf(child.pid),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs to its end and returns the output. */
export const runToEnd = async (file: string, args: string[]): Promise<string> => {
  const child = start(file, args)
  let text = ''
  child.stdout?.on('data', (piece: Buffer) => (text += piece.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return text
}
