import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const exists = (path: string) => existsSync(new URL(`../../${path}`, import.meta.url))

const { engines, scripts } = JSON.parse(read('package.json')) as {
  engines: { node: string }
  scripts: Record<string, string>
}
const dockerfile = read('Dockerfile')
const unit = read('deploy/wearabouts.service')
const example = read('deploy/example.env')
const readme = read('README.md')

/** As far as these tests look at it. */
type Service = {
  image?: string
  build?: string
  environment?: Record<string, string>
  command?: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  init?: boolean
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
  ports?: string[]
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }
const FILES = ['deploy/compose.yaml', 'deploy/compose.cluster.yaml']
const composeOf = (file: string) => parse(read(file), { merge: true }) as Compose
const servicesOf = (file: string) => Object.entries(composeOf(file).services)
const ours = (file: string) => servicesOf(file).filter(([, { build }]) => build !== undefined)

/** Read by libraries, not by us. */
const FOREIGN = /^(AWS_[A-Z_]+|HOME|npm_config_\w+)$/
const isSetting = (name: string) => FOREIGN.test(name) || readme.includes(`\`${name}\``)

describe('the Dockerfile', () => {
  test('uses a version of Node that the project supports', () => {
    const version = Number(/^ARG NODE_VERSION=(\d+)$/m.exec(dockerfile)?.[1])
    expect(engines.node).toBe('>=20.19')
    expect(version).toBeGreaterThan(20)
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm))
      expect(image).toMatch(/^node:\$\{NODE_VERSION\}-/)
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
    for (const [, path = ''] of sources.matchAll(/'([^']+)'/g)) expect(allowed).toContain(path)
    expect([...allowed]).not.toContain('data')
  })

  test('runs the built server as an ordinary user with known settings and a health check', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
    expect(last.indexOf('\nUSER node')).toBeGreaterThan(0)
    expect(last).toMatch(/HEALTHCHECK[\s\S]+\/healthz/)
    expect(last).toContain('"dist/server/main.js"]')
    const variables = /^ENV ([\s\S]+?[^\\])\n/m.exec(last)?.[1] ?? ''
    for (const [, name = ''] of variables.matchAll(/(\w+)=/g))
      expect(isSetting(name), name).toBe(true)
    for (const [, script = ''] of dockerfile.matchAll(/npm run (\w+)/g))
      expect(scripts).toHaveProperty(script)
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

test('the cluster has PostgreSQL with pgvector, an S3 store, two servers and a worker', () => {
  const { services } = composeOf('deploy/compose.cluster.yaml')
  expect(services['database']?.image).toContain('pgvector')
  expect(services['server-1']?.environment?.['VISION_WORKERS']).toBe('0')
  expect(services['server-2']).toEqual(services['server-1'])
  expect(services['worker']?.environment?.['VISION_WORKERS']).toBe('1')
  const { STORAGE_URL = '', S3_ENDPOINT = '' } = services['worker']?.environment ?? {}
  const bucket = services['store']?.environment?.['GARAGE_DEFAULT_BUCKET']
  expect(STORAGE_URL).toBe(`s3://${bucket}`)
  expect(read('deploy/garage.toml')).toContain(
    `api_bind_addr = "[::]:${new URL(S3_ENDPOINT).port}"`,
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
})
