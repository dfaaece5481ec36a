/** Installs npm packages only if some are missing or differ from the lockfile. */

import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { findBun } from './find-bun.mjs'

/**
 * Runs before every start, so it only looks up a few files if nothing is missing.
 * @param {string} projectFolder
 * @param {{ withDevelopment: boolean }} options
 */
export function installMissing(projectFolder, { withDevelopment }) {
  // Without a lockfile, Gatehouse is itself an installed package, and its dependencies were installed with it.
  if (!existsSync(join(projectFolder, 'package-lock.json'))) return
  const reason = whyInstall(projectFolder, withDevelopment)
  if (reason === null) return
  // npm would empty the folder that the link points to, which another checkout uses.
  if (lstatSync(join(projectFolder, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    process.stderr.write(
      `Gatehouse: ${reason}, and node_modules is a link, so nothing was installed.\n` +
        `Fix: install the packages in the linked folder, or remove the link ${join(projectFolder, 'node_modules')}.\n`,
    )
    process.exit(1)
  }
  // Omitting development packages would remove those a developer has installed.
  const all = withDevelopment || hasPackage(projectFolder, 'typescript')
  const why = existsSync(join(projectFolder, 'node_modules')) ? `${reason}; installing packages` : 'installing packages'
  process.stderr.write(`Gatehouse: ${why} (takes about a minute) ...\n`)
  const startedAtMs = Date.now()
  const status = runNpm(projectFolder, all ? ['ci'] : ['ci', '--omit=dev'])
  if (status !== 0) {
    process.stderr.write(
      'Gatehouse: npm could not install the packages (see its output above).\n' +
        `Fix: check that the npm registry is reachable and ${projectFolder} is writable, then run: npm ci --ignore-scripts\n`,
    )
    process.exit(1)
  }
  process.stderr.write(`Gatehouse: packages installed in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.\n`)
}

/**
 * @param {string} projectFolder
 * @param {boolean} withDevelopment
 * @returns {string | null} the reason, or null if nothing is missing
 */
export function whyInstall(projectFolder, withDevelopment) {
  const manifest = readJson(join(projectFolder, 'package.json'))
  const wanted = { ...manifest.dependencies, ...(withDevelopment ? manifest.devDependencies : {}) }
  for (const name of Object.keys(wanted)) if (!hasPackage(projectFolder, name)) return `the package ${name} is missing`
  const installed = join(projectFolder, 'node_modules', '.package-lock.json')
  const installedStat = statSync(installed, { throwIfNoEntry: false })
  if (installedStat === undefined) return 'node_modules was not installed by npm'
  const lockfile = join(projectFolder, 'package-lock.json')
  if (statSync(lockfile).mtimeMs > installedStat.mtimeMs) {
    const stale = firstDifference(readJson(lockfile).packages, readJson(installed).packages)
    if (stale !== null) return `${stale} differs from the version in package-lock.json`
    touch(installed)
  }
  return findBun(projectFolder) === null ? 'the Bun binary is missing' : null
}

/** A checkout updates the lockfile's mtime without changing it, so compare the versions. */
function firstDifference(locked, installed) {
  for (const [path, entry] of Object.entries(installed)) {
    if (locked[path]?.version !== entry.version) return path.replace(/^.*node_modules\//, '')
  }
  return null
}

function touch(path) {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // Read-only installation: the versions are compared again at the next start, which takes a few milliseconds.
  }
}

function hasPackage(projectFolder, name) {
  return existsSync(join(projectFolder, 'node_modules', name, 'package.json'))
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** npm's output goes to stderr because stdout belongs to the program that starts next. */
function runNpm(projectFolder, args) {
  const inherited = { cwd: projectFolder, stdio: ['ignore', process.stderr, process.stderr] }
  // None of our packages needs its install script, and such a script could run arbitrary code.
  const flags = [...args, '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']
  const npmScript = process.env.npm_execpath
  if (npmScript?.endsWith('.js')) return spawnSync(process.execPath, [npmScript, ...flags], inherited).status
  const windows = process.platform === 'win32'
  return spawnSync(windows ? 'npm.cmd' : 'npm', flags, { ...inherited, shell: windows }).status
}
