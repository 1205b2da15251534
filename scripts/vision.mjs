// `npm run vision`: `scan` is part of the built server and works in the image too. Everything else measures
// the models and runs from the sources of the laboratory.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const laboratory = join(root, 'lab', 'bench', 'vision-command.ts')
const args = process.argv.slice(2)

if (args[0] === 'scan') {
  process.argv.splice(2, 0, 'cli/vision')
  await import('./command.mjs')
} else if (existsSync(laboratory)) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', laboratory, ...args], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else {
  console.error(`Only this command is available here:
  npm run vision -- scan PHOTO [OUT.png]
The others measure the models. They need a clone of the project and its development packages.`)
  process.exitCode = 2
}
