import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const print = () =>
  execFileSync(process.execPath, ['scripts/sbom.mjs'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const SLOW_MS = 120_000

test(
  'the bill of materials lists every dependency, the same each time, without a registry',
  { timeout: SLOW_MS },
  () => {
    const text = print()
    expect(print()).toBe(text)
    const { bomFormat, metadata, components } = JSON.parse(text)
    expect(bomFormat).toBe('CycloneDX')
    const { name, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(metadata).toMatchObject({ component: { name } })
    const listedRefs = new Set(components.map((component) => component['bom-ref']))
    for (const [dependency, version] of Object.entries(dependencies))
      expect(listedRefs).toContain(`${dependency}@${version}`)
    // Not installed by servers, but browsers get it.
    expect(listedRefs).toContain(`onnxruntime-web@${devDependencies['onnxruntime-web']}`)
    expect(listedRefs).not.toContain(`vitest@${devDependencies.vitest}`)
    for (const { hashes } of components) expect(hashes).toHaveLength(1)
    expect(text).not.toMatch(/registry|\.tgz/)
  },
)
