type BuiltFile = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
export type BuildManifest = Record<string, BuiltFile>

export type ScreenFiles = { scripts: string[]; styles: string[] }

/** The app itself: preloaded, because otherwise the first script would request it late. */
const START = 'src/client/app/start.tsx'

/** The files a screen needs beyond those in the template. */
export const screenFiles = (manifest: BuildManifest, module: string | null): ScreenFiles => {
  const everywhere = Object.entries(manifest).filter(([, { isEntry }]) => isEntry)
  const known = withImports(
    manifest,
    everywhere.map(([name]) => name),
  )
  const needed = withImports(manifest, module === null ? [START] : [START, module])
  const files = [...needed]
    .filter((name) => !known.has(name))
    .map((name) => manifest[name])
    .filter((built) => built !== undefined)
  return {
    scripts: files.map(({ file }) => `/${file}`),
    styles: [...new Set(files.flatMap(({ css }) => css ?? []))].map((file) => `/${file}`),
  }
}

/** The same, found once for each screen. */
export const screenFilesOf = (manifest: BuildManifest) => {
  const known = new Map<string | null, ScreenFiles>()
  return (module: string | null): ScreenFiles => {
    const files = known.get(module) ?? screenFiles(manifest, module)
    known.set(module, files)
    return files
  }
}

const withImports = (manifest: BuildManifest, names: readonly string[]): Set<string> => {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const imported of manifest[name]?.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return seen
}
