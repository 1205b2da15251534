import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Runs the project's lint rules on files that break them, in a temporary tree. */
const folder = mkdtempSync(join(tmpdir(), 'known-bad-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  copyFileSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
  writeFileSync(join(folder, 'tsconfig.json'), '{}')
})

const lint = (file: string, source: string) => {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
  const oxlint = resolve('node_modules/.bin/oxlint')
  return spawnSync(oxlint, ['--format=json', path], { cwd: folder, encoding: 'utf8' })
}

test.each([
  ['src/shared/bad.ts', "import '#server/app.ts'\n"],
  ['src/shared/bad.ts', "import 'node:fs'\n"],
  ['src/server/bad.ts', "import '#client/main.tsx'\n"],
  ['src/server/features/x/x.routes.ts', "import 'pg'\n"],
  ['src/server/features/x/x.service.ts', "import 'hono'\n"],
  ['src/server/features/x/x.store.ts', "import 'pg'\n"],
  ['src/server/jobs/jobs.store.ts', "import 'drizzle-orm'\n"],
  ['src/server/features/x/x.service.ts', "import '#server/features/y/y.service.ts'\n"],
  ['src/server/features/x/x.routes.ts', "import '#server/features/y/y.store.ts'\n"],
  ['src/server/features/x/x.store.ts', "import '#server/features/y/import/index.ts'\n"],
  ['src/server/cli/bad.ts', "import '#server/features/y/y.ts'\n"],
  ['src/server/parts.ts', "import './features/y/y.service.ts'\n"],
  ['src/client/features/a/bad.ts', "import '#client/features/b/b.ts'\n"],
  ['src/client/features/photo-finder/bad.ts', "import '#client/features/b/b.ts'\n"],
  ['src/client/features/photo-finder/scan/bad.ts', "import '#client/features/b/b.ts'\n"],
  ['src/client/features/photo-finder/scan/bad.ts', "import '#client/app/app.tsx'\n"],
  ['src/client/features/photo-finder/scan/bad.ts', "import '../cards/card.ts'\n"],
  ['src/client/features/a/bad.ts', "import '#server/app.ts'\n"],
  ['src/client/account/bad.ts', "import '#client/features/b/b.ts'\n"],
  ['src/client/ui/bad.ts', "import '#client/account/session.ts'\n"],
  ['demo/bad.ts', "import '#server/app.ts'\n"],
  ['src/server/bad.ts', "import '#demo/catalog.ts'\n"],
  ['src/client/ui/bad.ts', "import '#demo'\n"],
  ['src/client/ui/bad.ts', "import '../lib/api.ts'\n"],
])('%s must not: %s', (file, source) => {
  const { status, stdout } = lint(file, source)
  expect(stdout).toContain('no-restricted-imports')
  expect(status).not.toBe(0)
})

test.each([
  ['src/client/features/a/good.ts', "import '#client/ui/toast.tsx'\n"],
  ['src/server/features/x/x.service.ts', "import '#server/features/y/index.ts'\n"],
  ['src/server/parts.ts', "import './features/y/index.ts'\n"],
  [
    'src/client/features/photo-finder/scan/good.ts',
    "import '#client/features/photo-finder/cards/card.ts'\n",
  ],
])('%s may: %s', (file, source) => {
  const { status, stdout } = lint(file, source)
  expect(stdout).not.toContain('no-restricted-imports')
  expect(status).toBe(0)
})
