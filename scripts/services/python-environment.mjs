/** A Python environment for one test run: packages from a requirements file, pip and pytest. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const QUIET = ['--quiet', '--disable-pip-version-check', '--no-input']

/**
 * Creates a virtual environment, or a folder of packages if Python has no venv module.
 * @typedef {object} Python
 * @property {string} program
 * @property {Record<string, string>} environment
 * @property {string[]} onePackage pip's arguments to install a package whose dependencies are already installed
 * @property {(what: string, args: string[]) => void} install
 * @param {string} folder
 * @param {string} requirements the path of the requirements file
 * @returns {Python}
 */
export function makePythonEnvironment(folder, requirements) {
  const system = process.env.PYTHON ?? 'python3'
  const version = capture(system, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])
  if (version === null) throw new Error(`${system} cannot be run. Install Python 3.9 or newer, or name it in PYTHON.`)
  const [major, minor] = version.split('.').map(Number)
  if (major < 3 || (major === 3 && minor < 9)) throw new Error(`Python ${version} is too old; 3.9 is needed.`)
  const python = hasVenv(system, folder) ? ownPython(folder) : sharedPython(system, version, folder)
  python.install('pip install', ['-r', requirements])
  return python
}

function hasVenv(system, folder) {
  return capture(system, ['-m', 'venv', join(folder, 'venv')]) !== null
}

function ownPython(folder) {
  const program = join(folder, 'venv', 'bin', 'python')
  return {
    program,
    environment: {},
    onePackage: [],
    install: (what, args) => must(what, program, ['-m', 'pip', 'install', ...QUIET, ...args]),
  }
}

function sharedPython(program, version, folder) {
  if (capture(program, ['-m', 'pip', '--version']) === null)
    throw new Error(`Python ${version} has neither venv nor pip. On Debian: apt-get install python3-venv`)
  const target = join(folder, 'packages')
  const environment = { PYTHONPATH: target }
  return {
    program,
    environment,
    // pip does not look for packages in a target folder.
    onePackage: ['--no-deps'],
    install: (what, args) =>
      must(what, program, ['-m', 'pip', 'install', ...QUIET, '--target', target, ...args], environment),
  }
}

/**
 * Runs the tests of a folder and counts them.
 * @param {Python} python
 * @param {string} tests the folder
 * @param {string} report the path of the report to write
 * @param {Record<string, string>} told environment variables of the tests
 * @returns {{ passed: number; failed: number }}
 */
export function runPytest({ program, environment }, tests, report, told) {
  const args = ['-m', 'pytest', tests, '--rootdir', tests, '-p', 'no:cacheprovider', `--junitxml=${report}`]
  const env = { ...process.env, ...environment, PYTHONDONTWRITEBYTECODE: '1', ...told }
  spawnSync(program, args, { stdio: 'inherit', env })
  return count(report)
}

/** From pytest's own report; errors and skipped tests count as failures. */
function count(report) {
  let text = ''
  try {
    text = readFileSync(report, 'utf8')
  } catch {
    throw new Error('pytest wrote no report.')
  }
  const head = /<testsuite\b[^>]*>/.exec(text)?.[0] ?? ''
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const failed = number('failures') + number('errors') + number('skipped')
  const passed = number('tests') - failed
  if (number('tests') === 0) throw new Error('pytest ran no tests.')
  return { passed, failed }
}

/** Throws with the output of a program that fails. */
export function must(what, program, args, environment = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...environment } })
  if (done.status !== 0) throw new Error(`${what} failed:\n${done.stdout ?? ''}${done.stderr ?? done.error}`)
}

/** What a program prints, or null if it fails. */
export function capture(program, args) {
  const done = spawnSync(program, args, { encoding: 'utf8' })
  return done.status === 0 ? done.stdout.trim() : null
}
