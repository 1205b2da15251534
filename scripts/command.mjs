// `npm run admin`, `npm run worker` and the like: runs a file of the built server.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// The command sees its own arguments alone.
const [name] = process.argv.splice(2, 1)

const problem = prepare(root)
if (problem) {
  console.error(problem)
  process.exit(1)
}
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'dist', 'server', `${name}.js`)).href)
