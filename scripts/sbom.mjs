// Prints a CycloneDX list of everything that runs on the server or in browsers, from the lockfile
// alone: the same bytes on every machine, so that two releases can be compared.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMMAND = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** Where npm would download from depends on the machine. */
const withoutRegistry = ({ externalReferences = [], ...component }) => ({
  ...component,
  externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
})

const readJson = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

/** The build copies these into what browsers get; the server does not install them. */
const BUNDLED = ['onnxruntime-web']

const withDependencies = (packages, names) => {
  const foundPaths = new Set()
  const waiting = names.map((name) => `node_modules/${name}`)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (foundPaths.has(path)) continue
    foundPaths.add(path)
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const nestedPath = `${path}/node_modules/${name}`
      waiting.push(nestedPath in packages ? nestedPath : `node_modules/${name}`)
    }
  }
  return foundPaths
}

/** Not `--omit=dev`, which also drops packages that a development tool merely could use. */
const readInstalled = () => {
  const { packages } = readJson('../package-lock.json')
  const bundledPackages = withDependencies(packages, BUNDLED)
  const installedPackages = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => (!dev && !devOptional) || bundledPackages.has(path),
  )
  return new Set(
    installedPackages.map(([path, { name, version }]) => {
      const [, installedAs] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
      return `${name ?? installedAs}@${version}`
    }),
  )
}

const readBom = () => {
  const isWindows = process.platform === 'win32'
  const json = execFileSync(isWindows ? 'npm.cmd' : 'npm', COMMAND, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(json)
}

// The serial number, the time and the version of npm differ from run to run.
const { serialNumber: _serial, metadata, components, dependencies, ...bom } = readBom()
const refs = readInstalled()
const neededComponents = components.filter((component) => refs.has(component['bom-ref']))
const stable = {
  ...bom,
  // npm takes the name from the folder.
  metadata: {
    component: { ...withoutRegistry(metadata.component), name: readJson('../package.json').name },
  },
  components: neededComponents
    .map(withoutRegistry)
    .toSorted((a, b) => byText(a['bom-ref'], b['bom-ref'])),
  dependencies: dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((other) => refs.has(other)).toSorted(byText),
    }))
    .toSorted((a, b) => byText(a.ref, b.ref)),
}
process.stdout.write(`${JSON.stringify(stable, null, 2)}\n`)
