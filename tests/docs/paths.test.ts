import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { LAYERS } from '#scripts/check-layers.mjs'

const GENERATED = new Set(['dist', 'data', 'screens', 'test-results', 'node_modules'])
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'lab/README.md',
  'lab/training/README.md',
  ...['docs', 'docs/decisions', 'docs/design', 'models'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

/** They describe folders of the reader. */
const WITHOUT_PATHS = new Set(['lab/training/README.md', 'docs/measuring-vision.md'])

const isSource = ({ name }: { name: string }) => !name.startsWith('.') && !GENERATED.has(name)

const pathsUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(isSource)
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? [path].concat(pathsUnder(path)) : [path]
    })

const paths = pathsUnder('.')

/** Documents may shorten a path from the left; `*` and `<name>` stand for any part of a name. */
const exists = (name: string): boolean => {
  const pattern = name
    .replace(/\/$/, '')
    .replaceAll(/[.+()[\]]/g, String.raw`\$&`)
    .replaceAll(/\*|<\w+>/g, '[^/]+')
  const matcher = new RegExp(`(^|/)${pattern}$`)
  return paths.some((path) => matcher.test(path))
}

const isPath = (text: string): boolean =>
  /^[\w*<][\w.*<>-]*(\/[\w.*<>-]+)*\/?$/.test(text) &&
  (text.includes('/') || /\.(bin|css|html|js|json|md|mjs|onnx|py|sql|ts|tsx)$/.test(text)) &&
  !GENERATED.has(text.split('/')[0] ?? '') &&
  // Settings, and files that hold them, are the reader's.
  !/^[A-Z_]+\/|\/\.env$/.test(text)

/** The tree in the README: folders are indented under their parent and may share a line. */
const treePaths = (text: string): string[] => {
  let root = ''
  return [...text.matchAll(/^( *)([\w-]+\/(?:[\w-]+\/)*(?:, [\w-]+\/)*)(?= |$)/gm)].flatMap(
    ([, indent = '', names = '']) => {
      if (indent === '') root = names
      return names.split(', ').map((name) => (indent === '' ? name : root + name))
    },
  )
}

const namedPaths = (text: string): string[] => {
  const blocks = [...text.matchAll(/^```\n([^]*?)^```/gm)].map(([, block = '']) => block)
  const prose = text.replaceAll(/^```\n[^]*?^```/gm, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
  const drawn = [...text.matchAll(/\["([^"\]]+): /g)].flatMap(([, names = '']) => names.split(', '))
  return [...quoted.filter(isPath), ...drawn.filter(isPath), ...blocks.flatMap(treePaths)]
}

/** As GitHub names them. */
const anchorsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links to files or headings of ours that do not exist. */
const deadLinks = (document: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => {
      if (link.includes(':')) return false
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? document : join(dirname(document), file)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
const unknownCommands = (text: string): string[] =>
  [...text.matchAll(/npm run ([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(scripts, name))

const SOURCES =
  /^(src|lab|scripts|demo|deploy|tests(?!\/docs))\/.*\.(conf|css|json|mjs|py|service|sh|sql|tsx?|ya?ml)$/
const words = new Set(
  paths
    .filter((path) => SOURCES.test(path.replaceAll('\\', '/')))
    .flatMap((path) => readFileSync(path, 'utf8').match(/\w+/g) ?? []),
)
/** Names of the specification that we do not use. */
const SPECIFIED = new Set(['googleShoppingData'])

/** Quoted in camelCase or SCREAMING_CASE, as identifiers of the code are; also parts of an expression. */
const IDENTIFIER = /(?<![\w$/.-])(?:[a-z][a-z0-9]*[A-Z]\w*|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?![\w/-])/g
const unknownIdentifiers = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, quoted = '']) => quoted.match(IDENTIFIER) ?? [])
    .filter((name) => !words.has(name) && !SPECIFIED.has(name))

test.each(DOCUMENTS)('%s names only what exists', (document) => {
  const text = readFileSync(document, 'utf8')
  if (!WITHOUT_PATHS.has(document))
    expect(namedPaths(text).filter((name) => !exists(name))).toEqual([])
  expect(deadLinks(document, text)).toEqual([])
  expect(unknownCommands(text)).toEqual([])
  expect(unknownIdentifiers(text)).toEqual([])
})

test('the architecture lists features in the order that is checked', () => {
  const text = readFileSync('docs/architecture.md', 'utf8')
  const listed = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => `features/${name}`)
  const layers = LAYERS.map(({ name }) => name).filter((name) => name.startsWith('features/'))
  expect(listed).toEqual(layers.toReversed())
  expect(readdirSync('src/server/features').map((name) => `features/${name}`)).toEqual(
    layers.toSorted(),
  )
})

test('the specification map gives every path in full', () => {
  const named = namedPaths(readFileSync('docs/spec-map.md', 'utf8')).filter((name) =>
    name.includes('/'),
  )
  const isInFull = (name: string) =>
    name.includes('*') || existsSync(name) || existsSync(join('src', name))
  expect(named.filter((name) => !isInFull(name))).toEqual([])
})

test('the check finds dead links, headings and commands', () => {
  const text = '[a](scale.md) [b](none.md) [c](scale.md#none) [d](#none) `npm run none`'
  expect(deadLinks('docs/spec-map.md', text)).toEqual(['none.md', 'scale.md#none', '#none'])
  expect(unknownCommands(text)).toEqual(['none'])
})

test('the check finds identifiers that occur nowhere in the code', () => {
  const text = '`goneFunction` `rows[GONE_TABLE]` `readFileSync` `DATABASE_URL` unquotedFunction'
  expect(unknownIdentifiers(text)).toEqual(['goneFunction', 'GONE_TABLE'])
})

test('the check finds paths in prose and in a tree of folders', () => {
  const tree = namedPaths(
    '```\nsrc/server/  the server\n  core/, features/  layers\n```\n`src/a.ts`\na["b.ts, c.ts: what they do"]',
  )
  expect(tree).toEqual([
    'src/a.ts',
    'b.ts',
    'c.ts',
    'src/server/',
    'src/server/core/',
    'src/server/features/',
  ])
  expect(exists('src/server/no-such-file.ts')).toBe(false)
})
