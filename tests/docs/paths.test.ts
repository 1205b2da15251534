import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const GENERATED = new Set(['dist', 'data', 'screens', 'test-results', 'node_modules'])
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/spec-map.md',
  ...['docs/decisions', 'models'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

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
  !GENERATED.has(text.split('/')[0] ?? '')

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
  return [...quoted.filter(isPath), ...blocks.flatMap(treePaths)]
}

const linkTargets = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !target.includes(':'))

test.each(DOCUMENTS)('%s names only files and folders that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  expect(namedPaths(text).filter((name) => !exists(name))).toEqual([])
  expect(linkTargets(text).filter((to) => !existsSync(join(dirname(document), to)))).toEqual([])
})

test('the specification map gives every path in full', () => {
  const named = namedPaths(readFileSync('docs/spec-map.md', 'utf8')).filter((name) =>
    name.includes('/'),
  )
  const isInFull = (name: string) =>
    name.includes('*') || existsSync(name) || existsSync(join('src', name))
  expect(named.filter((name) => !isInFull(name))).toEqual([])
})

test('the check finds paths in prose and in the tree of the README', () => {
  const named = namedPaths(readFileSync('README.md', 'utf8'))
  expect(named).toContain('src/server/features/')
  expect(named).toContain('src/client/lib/')
  expect(named).toContain('src/server/http/serve.ts')
  expect(exists('src/server/no-such-file.ts')).toBe(false)
})
