// Finds or installs a browser for the end-to-end tests.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const SHELL = 'chromium-headless-shell'
const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findProgram = (names, searchPath = process.env.PATH ?? '') =>
  names
    .flatMap((name) => searchPath.split(delimiter).map((folder) => join(folder, name)))
    .find(isExecutable)

/** With everything that people have. */
export const findFullBrowser = (searchPath) =>
  findProgram(FULL_BROWSERS, searchPath) ?? MAC_PATHS.find(isExecutable)

/** The headless shell first: the same engine, and a third of the work for each page. */
export const findInstalled = (searchPath) =>
  findProgram([SHELL], searchPath) ?? findFullBrowser(searchPath)

const findPlaywrights = async () => {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const runCommand = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0

const installWithApt = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium …')
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  runCommand('apt-get', ['update', '-qq'], quiet)
  // One by one: not every Debian release packages the headless shell.
  for (const name of ['chromium', SHELL])
    runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
  return findInstalled()
}

const installPlaywrights = async () => {
  console.log("Fetching Playwright's Chromium …")
  runCommand(process.execPath, [
    join('node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    'chromium',
  ])
  return findPlaywrights()
}

/** The path of a Chromium, or a message that tells the user what to do. */
export const findChromium = async () => {
  const chromiumSetting = process.env.CHROMIUM_PATH
  if (chromiumSetting)
    return isExecutable(chromiumSetting)
      ? { path: chromiumSetting }
      : { problem: `CHROMIUM_PATH is ${chromiumSetting}, which is not an executable file.` }
  // On a developer's machine, an installed browser is used.
  if (process.env.CI && !findProgram([SHELL])) installWithApt()
  const path =
    findInstalled() ?? (await findPlaywrights()) ?? installWithApt() ?? (await installPlaywrights())
  return path
    ? { path }
    : { problem: 'No Chromium: install one, or set CHROMIUM_PATH to where it is.' }
}
