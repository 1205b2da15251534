// Server features may import only features below them, and only through their index.ts; so may the
// folders of the finder. Lint cannot express an order, and without one they grow into circles.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { tableProblems, unusedExceptions } from './table-owners.mjs'

/** From the bottom to the top. Open folders are reached file by file, the others through index.ts. */
export const LAYERS = [
  { name: 'core', isOpen: true },
  { name: 'features/catalog' },
  { name: 'vision', isOpen: true },
  { name: 'backup', isOpen: true },
  { name: 'features/rates' },
  { name: 'features/images' },
  { name: 'features/search' },
  { name: 'features/ingest' },
  { name: 'features/moderation' },
  { name: 'features/outgoing' },
  { name: 'features/boards' },
  { name: 'features/syndication' },
  { name: 'features/browse' },
  { name: 'features/site' },
  { name: 'features/library' },
  { name: 'features/accounts' },
  { name: 'features/keys' },
  { name: 'features/webhooks' },
  { name: 'features/alerts' },
  { name: 'features/finder' },
  { name: 'features/agents' },
  { name: 'features/studio' },
  { name: 'features/admin' },
  { name: 'features/pages' },
]
const IMPORT = /(?:\bfrom|\bimport\(|\bimport)\s*'([^']+)'/g

const findLayer = (path) => LAYERS.findIndex(({ name }) => path.startsWith(`${name}/`))

/** The problem with `file` importing `target`, both relative to `src/server`; null if there is none. */
export const layerProblem = (file, target) => {
  const [from, to] = [findLayer(file), findLayer(target)]
  if (to === -1 || from === to) return null
  const { name, isOpen } = LAYERS[to]
  if (from !== -1 && to > from)
    return `${LAYERS[from].name} must not import ${name}, which is above it`
  // Texts have no dependencies, and translations need all of them.
  if (file === 'message-modules.ts' && target.endsWith('messages.ts')) return null
  if (!isOpen && !/^features\/[^/]+\/([^/]+\/)?index\.ts$/.test(target))
    return `${name} is reached only through its index.ts`
  return null
}

export const problemsOf = (file, source) =>
  [...source.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const target = specifier.startsWith('#server/')
      ? specifier.slice('#server/'.length)
      : specifier.startsWith('./') && posix.join(posix.dirname(file), specifier)
    const problem = target ? layerProblem(file, target) : null
    return problem ? [`src/server/${file}: ${specifier}: ${problem}`] : []
  })

const FINDER = 'src/client/features/photo-finder'
/** The folders of the finder, from the bottom to the top; its page is above them. */
const FINDER_FOLDERS = ['scan', 'state', 'view']

/** `file` is relative to the folder of the finder. */
export const finderProblems = (file, source) =>
  [...source.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const target = specifier.startsWith('./')
      ? posix.join(posix.dirname(file), specifier)
      : posix.relative(FINDER, `src/${specifier.slice(1)}`)
    const [from, to] = [file, target].map((path) => path.split('/'))
    const isOfFinder = specifier.startsWith('./') || specifier.startsWith(`#${FINDER.slice(4)}/`)
    // A file that is in no folder is the page.
    const heightOf = ([folder, ...rest]) =>
      rest.length === 0 ? FINDER_FOLDERS.length : FINDER_FOLDERS.indexOf(folder)
    if (!isOfFinder) return []
    if ([from, to].some((path) => heightOf(path) === -1))
      return [`${FINDER}/${file}: ${specifier}: the folder has no place in FINDER_FOLDERS`]
    return heightOf(to) > heightOf(from)
      ? [`${FINDER}/${file}: ${specifier}: ${from[0]} must not import what is above it`]
      : []
  })

/** Composition and handlers in one file are easy to read only while it is short. */
const MAX_INDEX_LINES = 200

export const indexProblems = (file, source) =>
  /^features\/[^/]+\/index\.ts$/.test(file) &&
  source.includes('Handlers<') &&
  source.split('\n').length > MAX_INDEX_LINES + 1
    ? [`src/server/${file}: more than ${MAX_INDEX_LINES} lines: move the handlers to a *.routes.ts`]
    : []

/** SQL outside of stores, with the reason. */
const SQL_FILES = [
  // The database itself: statements, migrations, locks.
  /^core\/db\//,
  // Adapters of the vector search to pgvector: they open their own connections and retry for minutes,
  // which stores do not.
  /^vision\/vectors\/pgvector-/,
]

export const sqlProblems = (file, source) =>
  /db\/sql\.ts'/.test(source) &&
  !file.endsWith('.store.ts') &&
  !SQL_FILES.some((pattern) => pattern.test(file))
    ? [`src/server/${file}: SQL belongs in a *.store.ts`]
    : []

/** Two branches may take the same number, and no server starts on such migrations. */
export const migrationProblems = (names) =>
  names
    .toSorted()
    .filter((name, index, all) => name.slice(0, 4) === all[index - 1]?.slice(0, 4))
    .map((name) => `Two migrations have the number ${name.slice(0, 4)}: rename ${name}`)

/** The text of each source file below a folder, without tests. */
const readSources = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

if (import.meta.filename === process.argv[1]) {
  const project = dirname(import.meta.dirname)
  const problemsIn = (sources, checks) =>
    Object.entries(sources).flatMap(([name, source]) =>
      checks.flatMap((check) => check(name, source)),
    )
  const server = readSources(join(project, 'src', 'server'))
  const migrations = join(project, 'src', 'server', 'core', 'db', 'migrations')
  const later = readdirSync(migrations).filter((name) => !/^former$|^0001-baseline/.test(name))
  const problems = [
    ...problemsIn(server, [problemsOf, indexProblems, sqlProblems, tableProblems]),
    ...unusedExceptions(server),
    ...problemsIn(readSources(join(project, FINDER)), [finderProblems]),
    ...migrationProblems([...readdirSync(join(migrations, 'former')), ...later]),
  ]
  for (const problem of problems) console.error(problem)
  process.exit(problems.length === 0 ? 0 : 1)
}
