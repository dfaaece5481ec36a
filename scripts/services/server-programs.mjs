/** Finds PostgreSQL, Redis and Chromium. Installs missing Debian packages, or prints how to install them. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Debian installs the server programs outside PATH, in one folder per version.
const DEBIAN_POSTGRES = '/usr/lib/postgresql'

const PACKAGE_LOCK_SECONDS = 180

/** @param {string} variable @returns {{ initdb: string; postgres: string }} */
export function postgresPrograms(variable) {
  const folder = findOrInstall({
    title: 'PostgreSQL',
    programs: ['initdb', 'postgres'],
    folders: () => [...pathFolders(), ...debianPostgresFolders()],
    debianPackage: 'postgresql',
    otherwise: `set ${variable} to a server for tests and its superuser (postgres://postgres@host:port/postgres)`,
  })
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

/** @param {string} variable @returns {{ server: string }} */
export function redisPrograms(variable) {
  const folder = findOrInstall({
    title: 'Redis',
    programs: ['redis-server'],
    folders: pathFolders,
    debianPackage: 'redis-server',
    otherwise: `set ${variable} to a server that the tests may empty (redis://host:port)`,
  })
  return { server: join(folder, 'redis-server') }
}

/**
 * The browser for the dashboard tests. The headless shell is Chromium without a window: a page in a new context takes
 * 0.2 s of CPU instead of 1.1 s, because the full browser also draws its own controls.
 * @param {string} variable @returns {string}
 */
export function chromiumProgram(variable) {
  const shell = 'chromium-headless-shell'
  const light = { title: 'Chromium', programs: [shell], folders: pathFolders, debianPackage: shell }
  const found = find(light) ?? (installPackage(light) === null ? find(light) : undefined)
  if (found !== undefined) return join(found, shell)
  const folder = findOrInstall({
    title: 'Chromium',
    programs: ['chromium'],
    folders: pathFolders,
    debianPackage: 'chromium',
    otherwise: `set ${variable} to the path of a Chromium or Chrome`,
  })
  return join(folder, 'chromium')
}

function findOrInstall(service) {
  const found = find(service)
  if (found !== undefined) return found
  const obstacle = installPackage(service)
  const installed = obstacle === null ? find(service) : undefined
  if (installed !== undefined) return installed
  throw new Error(
    `The tests need ${service.title} and cannot get it: ${obstacle ?? 'its package holds no server'}.\n` +
      `Repair: install ${service.title} (Debian: apt-get install ${service.debianPackage}), or ${service.otherwise}.`,
  )
}

function find({ folders, programs }) {
  return folders().find((folder) => programs.every((program) => existsSync(join(folder, program))))
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}

function debianPostgresFolders() {
  if (!existsSync(DEBIAN_POSTGRES)) return []
  const versions = readdirSync(DEBIAN_POSTGRES).sort((one, other) => Number(other) - Number(one))
  return versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin'))
}

let listsAreFresh = false

/** @returns {string | null} the reason why it cannot install */
function installPackage({ title, debianPackage }) {
  if (!pathFolders().some((folder) => existsSync(join(folder, 'apt-get')))) {
    return 'it is not installed, and this system has no apt-get'
  }
  if (process.getuid?.() !== 0) return 'it is not installed, and only root may install it'
  process.stderr.write(`Gatehouse: installing ${title} for the tests (Debian package ${debianPackage}, once) ...\n`)
  // Continues after a failed update: the package lists may be recent enough, and if not, the next step fails.
  if (!listsAreFresh) aptGet(['update'])
  listsAreFresh = true
  const { status, words } = aptGet(['install', '-y', '--no-install-recommends', debianPackage])
  return status === 0 ? null : `apt-get install ${debianPackage} failed:\n${words}`
}

function aptGet(args) {
  // Another test run may be installing at the same time.
  const options = ['-qq', '-o', `DPkg::Lock::Timeout=${PACKAGE_LOCK_SECONDS}`]
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], { env: environment })
  return { status, words: `${stdout}${stderr}`.trim().slice(-2000) }
}
