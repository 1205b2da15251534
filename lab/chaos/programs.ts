import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { access, chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import type { Postgres } from './postgres.ts'

const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
const STARTS_WITHIN_MS = 10_000
const isRoot = process.getuid?.() === 0

/** Thrown if this machine cannot run a trial. */
export class SkippedError extends Error {}

const findProgram = async (name: string): Promise<string> => {
  for (const folder of FOLDERS) {
    const path = join(folder, name)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  throw new SkippedError(`${name} is not installed`)
}

const isAnswering = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })

/** Runs a program with a configuration file of our own until `close`. */
const runProgram = async (
  name: string,
  port: number,
  configuration: (folder: string) => string,
  args: (file: string, folder: string) => string[],
  env: (folder: string) => Record<string, string> = () => ({}),
) => {
  const program = await findProgram(name)
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  // As root, the program gives up its rights before it reads the file.
  await chmod(folder, 0o777)
  const file = join(folder, `${name}.conf`)
  await writeFile(file, configuration(folder))
  const child = spawn(program, args(file, folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env(folder) },
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text))
  child.stderr.on('data', (text: Buffer) => (output += text))
  const close = async () => {
    if (child.exitCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await exited
      clearTimeout(late)
    }
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + STARTS_WITHIN_MS
  while (!(await isAnswering(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await close()
      throw new Error(`${name} did not start: ${output}`)
    }
    await delay(50)
  }
  return { port, close }
}

export const startPgBouncer = async ({ port, user, password }: Postgres) => {
  const listenPort = await findFreePort()
  const bouncer = await runProgram(
    'pgbouncer',
    listenPort,
    () => `[databases]
wearabouts = host=127.0.0.1 port=${port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`,
    (file) => [...(isRoot ? ['-u', 'nobody'] : []), file],
  )
  return { ...bouncer, url: `postgres://${user}@127.0.0.1:${bouncer.port}/wearabouts` }
}

/**
 * Minimal configurations, so that the defaults of each proxy are tested. HAProxy must be told to ask
 * `/readyz`: by default it only connects, and retries a refused request at the same server. Caddy gets the
 * file that we ship.
 */
export const PROXIES = {
  nginx: (ports: readonly number[], listenPort: number) =>
    runProgram(
      'nginx',
      listenPort,
      (folder) => `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder};
  proxy_temp_path ${folder};
  fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder};
  scgi_temp_path ${folder};
  upstream servers {
${ports.map((port) => `    server 127.0.0.1:${port};`).join('\n')}
  }
  server {
    listen 127.0.0.1:${listenPort};
    location / {
      proxy_pass http://servers;
      proxy_set_header Host $http_host;
    }
  }
}
`,
      (file, folder) => ['-c', file, '-p', folder, '-e', join(folder, 'error.log')],
    ),

  haproxy: (ports: readonly number[], listenPort: number) =>
    runProgram(
      'haproxy',
      listenPort,
      () => `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend site
  bind 127.0.0.1:${listenPort}
  default_backend servers
backend servers
  option httpchk GET /readyz
${ports.map((port) => `  server s${port} 127.0.0.1:${port} check`).join('\n')}
`,
      (file) => ['-db', '-f', file],
    ),

  caddy: (ports: readonly number[], listenPort: number) =>
    runProgram(
      'caddy',
      listenPort,
      () => readFileSync(join(PROJECT_ROOT, 'deploy/Caddyfile'), 'utf8'),
      (file) => ['run', '--adapter', 'caddyfile', '--config', file],
      (folder) => ({
        // Without a certificate, because this machine is not reachable from outside.
        DOMAIN: `http://127.0.0.1:${listenPort}`,
        UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
        CADDY_ADMIN: `unix/${folder}/admin.sock`,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
      }),
    ),
}

const runGit = (...args: string[]) => promisify(execFile)('git', args, { cwd: PROJECT_ROOT })

/** The sources of an earlier version, with the packages of this one. */
export const checkOutCommit = async (commit: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-earlier-'))
  try {
    await runGit('worktree', 'add', '--detach', folder, commit)
  } catch {
    await rm(folder, { recursive: true, force: true })
    throw new SkippedError(
      `there is no commit ${commit} here; a shallow clone gets it with git fetch --unshallow`,
    )
  }
  await symlink(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'))
  return {
    program: ['--import', 'tsx', join(folder, 'src', 'server', 'main.ts')],
    remove: async () => {
      await runGit('worktree', 'remove', '--force', folder)
    },
  }
}
