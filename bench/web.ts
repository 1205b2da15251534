import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** In a process of its own: it drives a browser, which nothing of the server may depend on. */
export const benchWeb = async (): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench-web.ts'], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
