#!/usr/bin/env node
/**
 * Tests the Python SDK as a user would have it: installed into an environment of its own, with the real `openai` and
 * `anthropic` packages, against a running gateway. Ends with one line `N passed, N failed`.
 */

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBun } from '../../bin/find-bun.mjs'
import { installMissing } from '../../bin/install-missing.mjs'
import { PROJECT_FOLDER } from '../../scripts/project-files.mjs'

const HERE = import.meta.dirname ?? join(PROJECT_FOLDER, 'sdk', 'python')
const READY_MS = 20_000
const ADMIN_KEY = 'admin-key-of-the-python-tests'
const WORKSPACE_KEY = 'workspace-key-of-the-python-tests'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-python-'))
let gateway
try {
  installMissing(PROJECT_FOLDER, { withDevelopment: false })
  const python = makeEnvironment()
  gateway = await startGateway()
  const report = join(folder, 'report.xml')
  writeLangChain(gateway.url)
  runTests(python, gateway.url, report)
  const { passed, failed } = count(report)
  finish(passed, failed)
} catch (error) {
  console.log(`\n== FAILED: Python SDK: ${error.message}`)
  finish(0, 1)
} finally {
  gateway?.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

function finish(passed, failed) {
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

/** A virtual environment; where Python has no venv, a folder that pip fills. */
function makeEnvironment() {
  const system = process.env.PYTHON ?? 'python3'
  const version = capture(system, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])
  if (version === null) throw new Error(`${system} cannot be run. Install Python 3.9 or newer, or name it in PYTHON.`)
  const [major, minor] = version.split('.').map(Number)
  if (major < 3 || (major === 3 && minor < 9)) throw new Error(`Python ${version} is too old; 3.9 is needed.`)
  const packages = ['-r', join(HERE, 'test-requirements.txt')]
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input']
  if (capture(system, ['-m', 'venv', join(folder, 'venv')]) !== null) {
    const own = join(folder, 'venv', 'bin', 'python')
    must('pip install', own, ['-m', 'pip', 'install', ...quiet, ...packages])
    must('pip install of the SDK', own, ['-m', 'pip', 'install', ...quiet, '--no-index', packed(own, quiet)])
    return { program: own, environment: {} }
  }
  if (capture(system, ['-m', 'pip', '--version']) === null)
    throw new Error(`Python ${version} has neither venv nor pip. On Debian: apt-get install python3-venv`)
  const target = join(folder, 'packages')
  const environment = { PYTHONPATH: target }
  must('pip install', system, ['-m', 'pip', 'install', ...quiet, '--target', target, ...packages], environment)
  const sdk = ['--no-deps', '--no-index', '--target', target, packed(system, quiet, environment)]
  must('pip install of the SDK', system, ['-m', 'pip', 'install', ...quiet, ...sdk], environment)
  return { program: system, environment }
}

/** The file that a release has, built as the README says. */
function packed(python, quiet, environment = {}) {
  const wheels = join(folder, 'wheels')
  const args = ['-m', 'pip', 'wheel', ...quiet, '--no-deps', '--no-build-isolation', '--wheel-dir', wheels, HERE]
  must('pip wheel', python, args, environment)
  const [file, ...more] = readdirSync(wheels)
  if (!/^gatehouse_gateway_sdk-.*\.whl$/.test(file ?? '') || more.length > 0)
    throw new Error(`pip wheel built ${[file, ...more].join(', ')}`)
  return join(wheels, file)
}

/** The LangChain program that the dashboard shows. */
function writeLangChain(origin) {
  const snippets = join(PROJECT_FOLDER, 'dashboard', 'src', 'pages', 'snippets', 'snippets.ts')
  const request = { origin, key: WORKSPACE_KEY, model: 'mock-1', headers: [['x-gateway-provider', 'mock']] }
  const program = `import { snippet } from ${JSON.stringify(snippets)}
    console.log(snippet('langchain', ${JSON.stringify(request)}).code)`
  const code = capture(findBun(PROJECT_FOLDER), ['-e', program])
  if (code === null) throw new Error('The LangChain program cannot be written.')
  writeFileSync(join(folder, 'langchain_chat.py'), code)
}

function runTests({ program, environment }, url, report) {
  const tests = ['-m', 'pytest', HERE, '--rootdir', HERE, '-p', 'no:cacheprovider', `--junitxml=${report}`]
  const told = {
    GATEHOUSE_TEST_URL: `${url}/v1`,
    GATEHOUSE_TEST_KEY: WORKSPACE_KEY,
    GATEHOUSE_TEST_ADMIN_KEY: ADMIN_KEY,
    GATEHOUSE_TEST_FOLDER: folder,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  spawnSync(program, tests, { stdio: 'inherit', env: { ...process.env, ...environment, ...told } })
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

async function startGateway() {
  const bun = findBun(PROJECT_FOLDER)
  const child = spawn(bun, ['--max-http-header-size=65536', 'server/src/main.ts', 'start'], {
    cwd: PROJECT_FOLDER,
    env: {
      PATH: process.env.PATH ?? '',
      GATEWAY_PORT: '0',
      GATEWAY_ANNOUNCE: 'json',
      GATEWAY_DATA_DIR: join(folder, 'data'),
      GATEWAY_ADMIN_API_KEY: ADMIN_KEY,
      GATEWAY_WORKSPACE_API_KEY: WORKSPACE_KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  let printed = ''
  const url = await new Promise((found, fail) => {
    const timer = setTimeout(() => fail(new Error(`The gateway was not ready in time:\n${printed}`)), READY_MS)
    child.on('exit', (code) => fail(new Error(`The gateway ended with exit code ${code}:\n${printed}`)))
    const look = (chunk) => {
      printed += chunk
      const announced = /^\{"url":"([^"]+)".*\}$/m.exec(printed)?.[1]
      if (announced === undefined) return
      clearTimeout(timer)
      found(announced)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
  })
  return { url, child }
}

function must(what, program, args, environment = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...environment } })
  if (done.status !== 0) throw new Error(`${what} failed:\n${done.stdout ?? ''}${done.stderr ?? done.error}`)
}

/** What a program prints, or null when it cannot do it. */
function capture(program, args) {
  const done = spawnSync(program, args, { encoding: 'utf8' })
  return done.status === 0 ? done.stdout.trim() : null
}
