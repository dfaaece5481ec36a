/**
 * `npm run test:foreign`: runs third-party test suites against this gateway. `npm test` also runs the `core` suite, and
 * `.ci/run` the SCIM tester. The others install packages: the Python package and the Terraform provider. Ends with one
 * line `N passed, N failed`. An argument selects suites by name: `npm run test:foreign -- python`.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installMissing } from '../bin/install-missing.mjs'
import { runTerraformAcceptance } from './foreign/terraform-acceptance.mjs'
import { PROJECT_FOLDER, projectFiles } from './project-files.mjs'
import { runTestFiles } from './run-tests.mjs'
import { makePythonEnvironment, runPytest } from './services/python-environment.mjs'
import { ADMIN_KEY, startTestGateway, WORKSPACE_KEY } from './services/test-gateway.mjs'

const FOREIGN = join(PROJECT_FOLDER, 'tests', 'foreign')

const SUITES = {
  core: () =>
    runTestFiles({
      title: 'foreign suites',
      files: projectFiles('tests/foreign').filter((path) => /\.test\.ts$/.test(path)),
    }),
  python: runPython,
  scim: runScim,
  terraform: runTerraformAcceptance,
}

installMissing(PROJECT_FOLDER, { withDevelopment: true })
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in SUITES))
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. Suites: ${Object.keys(SUITES).join(', ')}.`)
  process.exit(2)
}

const rows = []
for (const [name, run] of Object.entries(SUITES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n== ${name}`)
  try {
    rows.push({ name, ...(await run()) })
  } catch (error) {
    console.log(`== FAILED: ${name}: ${error.message}`)
    rows.push({ name, passed: 0, failed: 1 })
  }
}
console.log()
for (const { name, passed, failed, absent = 0, skipped = 0 } of rows) {
  const more = [absent > 0 && `${absent} of absent features`, skipped > 0 && `${skipped} skipped by the suite`]
  console.log([`${name}: ${passed} passed`, `${failed} failed`, ...more.filter(Boolean)].join(', '))
}
const total = (member) => rows.reduce((sum, row) => sum + row[member], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') === 0 ? 0 : 1

function runPython() {
  return runInPython('portkey-python')
}

function runScim() {
  return runInPython('scim2-tester')
}

async function runInPython(suite) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-foreign-'))
  const tests = join(FOREIGN, suite)
  let gateway
  try {
    const python = makePythonEnvironment(folder, join(tests, 'requirements.txt'))
    gateway = await startTestGateway(folder)
    return runPytest(python, tests, join(folder, 'report.xml'), {
      GATEHOUSE_TEST_URL: `${gateway.url}/v1`,
      GATEHOUSE_TEST_SCIM_URL: `${gateway.url}/scim/v2`,
      GATEHOUSE_TEST_KEY: WORKSPACE_KEY,
      GATEHOUSE_TEST_ADMIN_KEY: ADMIN_KEY,
    })
  } finally {
    gateway?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
