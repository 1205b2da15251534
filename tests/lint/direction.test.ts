import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const FORBIDDEN: [file: string, source: string][] = [
  ['src/shared/bad.ts', "import '#server/core/feature.ts'\n"],
  ['src/shared/bad.ts', "import 'node:fs'\n"],
  ['src/server/bad.ts', "import '#client/main.tsx'\n"],
  ['src/server/features/x/x.routes.ts', "import 'pg'\n"],
  ['src/server/features/x/x.service.ts', "import 'hono'\n"],
  ['src/server/features/x/x.service.ts', "import '#server/core/db/sql.ts'\n"],
  ['src/server/features/x/x.store.ts', "import 'pg'\n"],
  ['src/server/features/x/x.store.ts', "import '#server/core/http/errors.ts'\n"],
  ['src/server/core/jobs/jobs.store.ts', "import 'pg'\n"],
  ['src/client/features/a/bad.ts', "import '#client/features/b/b.ts'\n"],
  ['src/client/features/photo-finder/bad.ts', "import '#client/features/b/b.ts'\n"],
  ['src/client/features/photo-finder/scan/bad.ts', "import '#client/features/b/b.ts'\n"],
  ['src/client/features/photo-finder/scan/bad.ts', "import '#demo'\n"],
  ['src/client/features/photo-finder/scan/bad.ts', "import '#client/app/app.tsx'\n"],
  ['src/client/features/photo-finder/scan/bad.ts', "import '../cards/card.ts'\n"],
  ['src/client/features/a/bad.ts', "import '#server/core/feature.ts'\n"],
  ['src/client/account/bad.ts', "import '#client/features/b/b.ts'\n"],
  ['src/client/ui/bad.ts', "import '#client/account/session.ts'\n"],
  ['demo/bad.ts', "import '#server/core/feature.ts'\n"],
  ['src/server/bad.ts', "import '#demo/catalog.ts'\n"],
  ['src/client/ui/bad.ts', "import '#demo'\n"],
  ['src/client/ui/bad.ts', "import '../lib/api.ts'\n"],
]

const ALLOWED: [file: string, source: string][] = [
  ['src/client/features/a/good.ts', "import '#client/ui/toast.tsx'\n"],
  [
    'src/client/features/photo-finder/scan/good.ts',
    "import '#client/features/photo-finder/cards/card.ts'\n",
  ],
]

type Report = { diagnostics: { code: string; filename: string }[] }

/** The diagnostics of each example, which lies in a temporary tree of its own with the project's rules. */
const found = new Map<string, string[]>()
const nameOf = (file: string, source: string) => JSON.stringify([file, source])

const folder = mkdtempSync(join(tmpdir(), 'known-bad-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  // Type-aware linting is an option of the outermost configuration alone; these rules need no types.
  const { options: _, ...rules } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as object & {
    options?: unknown
  }
  const examples = [...FORBIDDEN, ...ALLOWED]
  for (const [index, [file, source]] of examples.entries()) {
    const path = join(folder, String(index), file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, source)
    writeFileSync(join(folder, String(index), '.oxlintrc.json'), JSON.stringify(rules))
  }
  // Once for all of them, because starting it takes most of the time.
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as Report
  for (const [index, [file, source]] of examples.entries()) {
    const codes = diagnostics
      .filter(({ filename }) => filename === join(String(index), file))
      .map(({ code }) => code)
    found.set(nameOf(file, source), codes)
  }
})

test.each(FORBIDDEN)('%s must not: %s', (file, source) => {
  expect(found.get(nameOf(file, source))).toEqual(['eslint(no-restricted-imports)'])
})

test.each(ALLOWED)('%s may: %s', (file, source) => {
  expect(found.get(nameOf(file, source))).toEqual([])
})
