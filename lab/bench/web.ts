import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A separate process, because it needs a browser. */
export const benchWeb = async (): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lab/bench/web-child.ts'], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
