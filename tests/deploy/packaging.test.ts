import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { buildIfStale } from '#scripts/build-if-stale.mjs'
import { type CallDefinition } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { SETTING_NAMES } from '#server/core/env.ts'
import { jpegPicture } from '#tests/support/pictures.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const exists = (path: string) => existsSync(new URL(`../../${path}`, import.meta.url))

const { engines, scripts } = JSON.parse(read('package.json')) as {
  engines: { node: string }
  scripts: Record<string, string>
}
const dockerfile = read('Dockerfile')
const unit = read('deploy/wearabouts.service')
const example = read('deploy/example.env')

const texts = z.record(z.string(), z.string())
const list = z.array(z.string())
/** What our files may use of the Compose Specification: a misspelt key would be ignored silently. */
const serviceSchema = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), args: texts }).optional(),
  mem_limit: z.string(),
  pids_limit: z.number(),
  command: list.optional(),
  environment: texts.optional(),
  read_only: z.boolean().optional(),
  tmpfs: list.optional(),
  cap_drop: list.optional(),
  security_opt: list.optional(),
  stop_grace_period: z.string().optional(),
  init: z.boolean().optional(),
  restart: z.literal('unless-stopped'),
  shm_size: z.string().optional(),
  healthcheck: z
    .strictObject({
      test: list,
      interval: z.string(),
      timeout: z.string(),
      retries: z.number(),
      start_period: z.string().optional(),
    })
    .optional(),
  volumes: list.optional(),
  depends_on: z
    .union([list, z.record(z.string(), z.strictObject({ condition: z.string() }))])
    .optional(),
  ports: list.optional(),
})
const composeSchema = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
  'x-app': z.unknown().optional(),
  'x-environment': z.unknown().optional(),
})
const FILES = ['deploy/compose.yaml', 'deploy/compose.cluster.yaml']
const composeOf = (file: string) => composeSchema.parse(parse(read(file), { merge: true }))
const servicesOf = (file: string) => Object.entries(composeOf(file).services)
const ours = (file: string) => servicesOf(file).filter(([, { build }]) => build !== undefined)

/** Read by libraries, not by us. */
const FOREIGN = /^(AWS_[A-Z_]+|HOME|npm_config_\w+)$/
const isSetting = (name: string) => FOREIGN.test(name) || SETTING_NAMES.includes(name)

const serverSources = () =>
  readdirSync(pathOf('src/server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => read(`src/server/${name}`))
    .join('\n')

/** The first test that needs the build makes it. */
const BUILD_MS = 240_000

describe('the Dockerfile', () => {
  test('uses an exact version of Node that the project supports', () => {
    const [, major] =
      /^ARG NODE_IMAGE=node:(\d+)\.\d+\.\d+-bookworm-slim(@sha256:[0-9a-f]{64})?$/m.exec(
        dockerfile,
      ) ?? []
    expect(engines.node).toBe('>=20.19')
    expect(Number(major)).toBeGreaterThan(20)
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm))
      expect(image).toBe('${NODE_IMAGE}')
  })

  test('copies what exists and what .dockerignore lets through', () => {
    const allowed = new Set(
      read('.dockerignore')
        .split('\n')
        .filter((line) => line.startsWith('!'))
        .map((line) => line.slice(1)),
    )
    const copied = Array.from(
      dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm),
      ([, paths = '']) => paths.split(' '),
    ).flat()
    const kept = Array.from(
      dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm),
      ([, path = '']) => path,
    )
    for (const path of [...copied.filter((one) => one !== '.'), ...kept]) {
      if (path === 'dist') continue
      expect(exists(path), path).toBe(true)
      expect(allowed, path).toContain(path)
    }
    // What the build depends on, as the build says it.
    const sources =
      /const SOURCES = \[([^\]]+)\]/.exec(read('scripts/build-if-stale.mjs'))?.[1] ?? ''
    for (const [, path = ''] of sources.matchAll(/'([^']+)'/g)) {
      const isCopied = [...allowed].some((one) => path === one || path.startsWith(`${one}/`))
      expect(isCopied, path).toBe(true)
    }
    expect([...allowed]).not.toContain('data')
  })

  test('runs the built server as an ordinary user with known settings and a health check', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
    expect(last.indexOf('\nUSER node')).toBeGreaterThan(0)
    expect(last).toMatch(/^HEALTHCHECK [^\n]+\\\n {2}CMD \[.+\/healthz/m)
    expect(last).toMatch(/^RUN install -d -o node -g node -m 700 \/data$/m)
    expect(last).toMatch(/^VOLUME \/data$/m)
    expect(last).toContain('"dist/server/main.js"]')
    const variables = /^ENV ([\s\S]+?[^\\])\n/m.exec(last)?.[1] ?? ''
    for (const [, name = ''] of variables.matchAll(/(\w+)=/g))
      expect(isSetting(name), name).toBe(true)
    const [, packages = ''] = /^COPY --from=(\w+) \/app\/node_modules/m.exec(last) ?? []
    const stage = dockerfile.split('\nFROM ').find((text) => text.includes(` AS ${packages}\n`))
    expect(stage, 'only packages for production').toMatch(/^RUN npm ci --omit=dev /m)
    // Otherwise the server could change itself.
    expect(last).not.toContain('--chown')
    for (const [, script = ''] of dockerfile.matchAll(/npm run (\w+)/g))
      expect(scripts).toHaveProperty(script)
  })

  test('has what commands need, and builds nothing there', { timeout: BUILD_MS }, async () => {
    const image = mkdtempSync(join(tmpdir(), 'wearabouts-image-'))
    const ownData = { ...process.env, DATA_DIR: join(image, 'data') }
    try {
      if (!buildIfStale(pathOf('.'))) throw new Error('The server could not be built.')
      for (const [, path = ''] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
        if (['package.json', 'dist', 'scripts'].includes(path))
          cpSync(pathOf(path), join(image, path), {
            recursive: true,
            filter: (name) => !/\.map$|dist\/(client|render)$/.test(name),
          })
      for (const path of ['node_modules', 'models']) symlinkSync(pathOf(path), join(image, path))
      const run = (script: string, ...more: string[]) => {
        const [, ...args] = [...(scripts[script] ?? '').split(' '), ...more]
        return spawnSync(process.execPath, args, { cwd: image, encoding: 'utf8', env: ownData })
      }
      // Sources and tests run the server from src, where everything is.
      const readFiles = [...serverSources().matchAll(/\bgetServerFile\('([^']+)'\)/g)]
      expect(readFiles.length).toBeGreaterThan(1)
      for (const [, path = ''] of readFiles)
        expect(existsSync(join(image, 'dist', 'server', path)), path).toBe(true)
      expect(run('admin', 'setup-link')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('http'),
      })

      const { stdout, stderr } = run('admin', '--help')
      expect(stderr).toBe('')
      expect(stdout).toContain('npm run admin -- setup-link')

      writeFileSync(join(image, 'photo.jpg'), await jpegPicture({ width: 64, height: 64 }))
      const scan = run('vision', 'scan', 'photo.jpg', 'boxes.png')
      expect(scan).toMatchObject({ status: 0, stderr: '' })
      expect(scan.stdout).toMatch(/^64 x 64, \d+ in \d+ ms$/m)
      expect(existsSync(join(image, 'boxes.png'))).toBe(true)
      expect(run('vision', 'evaluate', 'folder')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('They need a clone of the project'),
      })
    } finally {
      rmSync(image, { recursive: true, force: true })
    }
  })
})

describe.each(FILES)('%s', (file) => {
  test('runs our containers read-only, without privileges, and lets them finish', () => {
    expect(ours(file).length).toBeGreaterThan(0)
    for (const [, service] of ours(file)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        init: true,
        stop_grace_period: '60s',
      })
      const writable = [...(service.tmpfs ?? []), ...(service.volumes ?? [])].join(' ')
      expect(writable).toMatch(/\/tmp/)
      expect(writable).toMatch(/\/data/)
      for (const part of service.command ?? [])
        if (part.includes('/')) expect(exists(part)).toBe(true)
    }
  })

  test('sets only settings that exist, and what production needs', () => {
    for (const [name, { environment = {} }] of ours(file)) {
      for (const setting of Object.keys(environment)) expect(isSetting(setting), setting).toBe(true)
      expect(Object.keys(environment), name).toEqual(
        expect.arrayContaining(['PUBLIC_URL', 'AUTH_SECRET', 'TRUST_PROXY', 'SMTP_URL']),
      )
    }
  })

  test('passes on every setting that is not the image’s own', () => {
    const own = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR']
    const elsewhere = file.includes('cluster')
      ? []
      : ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'STORAGE_URL', 'S3_ENDPOINT']
    for (const [name, { environment = {} }] of ours(file))
      for (const setting of SETTING_NAMES)
        if (![...own, ...elsewhere].includes(setting))
          expect(Object.keys(environment), name).toContain(setting)
  })

  test('limits memory and processes of every container, and names exact versions', () => {
    for (const [name, { image, build, mem_limit, pids_limit }] of servicesOf(file)) {
      expect(mem_limit, name).toMatch(/^\d+[gm]$/)
      expect(pids_limit, name).toBeLessThanOrEqual(512)
      if (!build) expect(image, name).toMatch(/:v?\d+\.\d+\.\d+(-pg\d+)?(@sha256:[0-9a-f]{64})?$/)
    }
  })

  test('needs only what example.env names, and services, volumes and files that exist', () => {
    const text = read(file)
    for (const [, name = ''] of text.matchAll(/(?<!\$)\$\{(\w+)/g))
      expect(example, name).toMatch(new RegExp(`^${name}=`, 'm'))
    const { services, volumes } = composeOf(file)
    for (const [, service] of servicesOf(file)) {
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {})
      for (const one of needed) expect(services).toHaveProperty(one)
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('./')) expect(exists(`deploy/${from}`), from).toBe(true)
        else if (!from.startsWith('$')) expect(volumes).toHaveProperty(from)
      }
    }
  })

  test('publishes only the proxy, which knows where the servers are', () => {
    const published = servicesOf(file).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
    const proxy = composeOf(file).services['proxy']?.environment ?? {}
    for (const [, name = ''] of read('deploy/Caddyfile').matchAll(/\{\$(\w+)\}/g))
      expect(proxy).toHaveProperty(name)
    for (const upstream of proxy['UPSTREAMS']?.split(' ') ?? [])
      expect(composeOf(file).services).toHaveProperty(upstream.replace(':3000', ''))
  })
})

test('every variable of example.env is used', () => {
  const files = FILES.map(read).join('\n')
  for (const [, name = ''] of example.matchAll(/^(\w+)=/gm)) expect(files).toContain(`\${${name}`)
})

test('the cluster has PostgreSQL with pgvector, an S3 store, two servers and two workers', () => {
  const { services } = composeOf('deploy/compose.cluster.yaml')
  expect(services['database']?.image).toContain('pgvector')
  expect(services['server-1']?.environment?.['VISION_WORKERS']).toBe('0')
  expect(services['server-2']).toEqual(services['server-1'])
  expect(services['worker-2']).toEqual(services['worker-1'])
  expect(services['worker-1']?.environment?.['VISION_WORKERS']).toBe('1')
  expect(scripts['worker']?.split(' ').at(-1)).toBe('worker')
  expect(services['worker-1']?.command?.at(-1)).toBe('dist/server/worker.js')
  const { STORAGE_URL = '', S3_ENDPOINT = '' } = services['worker-1']?.environment ?? {}
  const bucket = services['store']?.environment?.['GARAGE_DEFAULT_BUCKET']
  expect(STORAGE_URL).toBe(`s3://${bucket}`)
  expect(read('deploy/garage.toml')).toContain(
    `api_bind_addr = "[::]:${new URL(S3_ENDPOINT).port}"`,
  )
})

test('the worker is checked on the port that it answers on', () => {
  const { environment, healthcheck } = composeOf(FILES[1] ?? '').services['worker-1'] ?? {}
  expect(environment?.['METRICS_PORT']).toMatch(/^\d+$/)
  expect(healthcheck?.test.join(' ')).toContain('$${process.env.METRICS_PORT}/healthz')
})

test('the S3 store keeps its data in volumes and answers in the region that servers ask', () => {
  const { services } = composeOf('deploy/compose.cluster.yaml')
  const setting = (name: string) =>
    new RegExp(`^${name} = "(.*)"$`, 'm').exec(read('deploy/garage.toml'))?.[1]
  expect(setting('s3_region')).toBe(services['server-1']?.environment?.['AWS_REGION'])
  const mounted = services['store']?.volumes?.map((volume) => volume.split(':')[1])
  for (const folder of ['metadata_dir', 'data_dir'])
    expect(mounted, folder).toContain(setting(folder))
})

describe('the Caddyfile', () => {
  const caddyfile = read('deploy/Caddyfile')

  test('lets streams through, asks servers whether they are ready, and takes what they take', () => {
    expect(caddyfile).toMatch(/^\t\tflush_interval -1$/m)
    expect(caddyfile).toMatch(/^\t\thealth_uri \/readyz$/m)
    expect(caddyfile).toMatch(/^\t\t\tread_header \d+s$/m)
    expect(caddyfile).toMatch(/^\t\t\tread_body \d+m$/m)
    const seconds = Number(/^\t\thealth_interval (\d+)s$/m.exec(caddyfile)?.[1])
    // A stopping server answers for eight seconds.
    expect(seconds).toBeLessThan(4)
    const megabytes = Number(/max_size (\d+)MB/.exec(caddyfile)?.[1])
    const calls: CallDefinition[] = Object.values(allCalls)
    const largest = Math.max(...calls.map(({ maxBytes = 0 }) => maxBytes))
    expect(largest).toBeGreaterThan(1_000_000)
    expect(megabytes * 1_000_000).toBeGreaterThan(largest)
  })

  test.skipIf(spawnSync('caddy', ['version']).error)(
    'is valid for Caddy (skipped if caddy is not installed)',
    () => {
      const file = pathOf('deploy/Caddyfile')
      const env = { ...process.env, DOMAIN: 'wear.example', UPSTREAMS: 'a:3000 b:3000' }
      const checked = spawnSync('caddy', ['adapt', '--validate', '--config', file], { env })
      expect(checked.status, checked.stderr.toString()).toBe(0)
    },
  )
})

test('the systemd unit starts what the image starts, as a user of its own, and lets it finish', () => {
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
  expect(setting('ExecStart')).toBe('/usr/bin/node --enable-source-maps dist/server/main.js')
  expect(dockerfile).toContain('CMD ["node", "--enable-source-maps", "dist/server/main.js"]')
  expect(setting('User')).toBe('wearabouts')
  expect(Number(setting('TimeoutStopSec'))).toBeGreaterThanOrEqual(60)
  expect(setting('Environment')).toContain(`DATA_DIR=/var/lib/${setting('StateDirectory')}`)
  expect(setting('ProtectSystem')).toBe('strict')
  for (const kept of ['ProtectHome', 'PrivateTmp', 'PrivateDevices', 'NoNewPrivileges'])
    expect(setting(kept), kept).toBe('yes')
  expect(setting('CapabilityBoundingSet')).toBe('')
})

const UNITS = readdirSync(pathOf('deploy')).filter((name) => /\.(service|timer)$/.test(name))

test('every unit starts a file of the build as the server’s user, on an empty site', () => {
  expect(UNITS).toEqual([
    'wearabouts-backup.service',
    'wearabouts-backup.timer',
    'wearabouts-worker.service',
    'wearabouts.service',
  ])
  for (const name of UNITS.filter((one) => one.endsWith('.service'))) {
    const text = read(`deploy/${name}`)
    const [, entry = ''] = /^ExecStart=\/usr\/bin\/node .*dist\/server\/(\S+)\.js/m.exec(text) ?? []
    const commands = Object.values(scripts).map((script) => script.split(' ').at(-1))
    expect(['main', ...commands], name).toContain(entry)
    expect(exists(`src/server/${entry}.ts`), entry).toBe(true)
    expect(text).toMatch(/^Environment=.* DEMO_CATALOG=off$/m)
    expect(text).toMatch(/^User=wearabouts$/m)
    expect(text).toMatch(/^MemoryMax=\d+G$/m)
    expect(text).toMatch(/^TasksMax=\d+$/m)
  }
})

test.skipIf(spawnSync('systemd-analyze', ['--version']).error)(
  'systemd knows every line of the units, and calls their exposure low (skipped without systemd)',
  () => {
    for (const name of UNITS) {
      const file = pathOf(`deploy/${name}`)
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file])
      // Of our units alone: other units of the machine, and where Node is, are no concern of ours.
      const about = stderr
        .toString()
        .split('\n')
        .filter((line) => line.includes('wearabouts') && !line.includes('not executable'))
      expect(about).toEqual([])
      if (name.endsWith('.timer')) continue
      const security = ['security', '--offline=true', '--threshold=20', file]
      expect(spawnSync('systemd-analyze', security).status, name).toBe(0)
    }
  },
)

test('images are pinned by the digests that the registry names, again and again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wearabouts-pin-'))
  try {
    cpSync(pathOf('Dockerfile'), join(folder, 'Dockerfile'))
    cpSync(pathOf('deploy'), join(folder, 'deploy'), { recursive: true })
    const docker = (digit: string) =>
      writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho sha256:${digit.repeat(64)}\n`, {
        mode: 0o755,
      })
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
    for (const digit of ['a', 'b']) {
      docker(digit)
      const pinned = spawnSync('sh', [join(folder, 'deploy/pin-images.sh')], { env })
      expect(pinned.status, pinned.stderr.toString()).toBe(0)
      const digest = `@sha256:${digit.repeat(64)}`
      expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toContain(
        `-bookworm-slim${digest}\n`,
      )
      for (const file of FILES)
        for (const [, image = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
          /^ +image: (.+:.+)$/gm,
        ))
          expect(image.endsWith(digest), image).toBe(true)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
