import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** A separate process with an embedded database, for tests that kill it. */
export type EmbeddedProcess = {
  child: ChildProcess
  /** The first line it prints, or all its output if it exits before. */
  firstWords: Promise<string>
}

export const startEmbeddedProcess = (
  dataDir: string,
  { prefix = [], env = {} }: { prefix?: string[]; env?: NodeJS.ProcessEnv } = {},
): EmbeddedProcess => {
  const script = new URL('embedded-process-main.ts', import.meta.url).pathname
  const [command = process.execPath, ...wrapperArgs] =
    prefix.length > 0 ? [...prefix, process.execPath] : []
  const args = [...wrapperArgs, '--import', 'tsx', script, dataDir]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output: string[] = []
  const firstLine = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => output.push(chunk.toString()))
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
  })
  const closed = once(child, 'close').then(() => output.join(''))
  return { child, firstWords: Promise.race([firstLine, closed]) }
}
