#!/usr/bin/env node
/**
 * Tests the Python SDK as a user would install it: in a separate virtual environment, with the real `openai` and
 * `anthropic` packages, against a running gateway. Ends with one line `N passed, N failed`.
 */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBun } from '../../bin/find-bun.mjs'
import { installMissing } from '../../bin/install-missing.mjs'
import { PROJECT_FOLDER } from '../../scripts/project-files.mjs'
import { capture, makePythonEnvironment, must, QUIET, runPytest } from '../../scripts/services/python-environment.mjs'
import { ADMIN_KEY, startTestGateway, WORKSPACE_KEY } from '../../scripts/services/test-gateway.mjs'

const HERE = import.meta.dirname ?? join(PROJECT_FOLDER, 'sdk', 'python')

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-python-'))
let gateway
try {
  installMissing(PROJECT_FOLDER, { withDevelopment: false })
  const python = makePythonEnvironment(folder, join(HERE, 'test-requirements.txt'))
  python.install('pip install of the SDK', [...python.onePackage, '--no-index', packed(python)])
  gateway = await startTestGateway(folder)
  writeLangChain(gateway.url)
  const { passed, failed } = runPytest(python, HERE, join(folder, 'report.xml'), {
    GATEHOUSE_TEST_URL: `${gateway.url}/v1`,
    GATEHOUSE_TEST_KEY: WORKSPACE_KEY,
    GATEHOUSE_TEST_ADMIN_KEY: ADMIN_KEY,
    GATEHOUSE_TEST_FOLDER: folder,
  })
  finish(passed, failed)
} catch (error) {
  console.log(`\n== FAILED: Python SDK: ${error.message}`)
  finish(0, 1)
} finally {
  gateway?.stop()
  rmSync(folder, { recursive: true, force: true })
}

function finish(passed, failed) {
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

/** The wheel of a release, built as the README describes. */
function packed({ program, environment }) {
  const wheels = join(folder, 'wheels')
  const args = ['-m', 'pip', 'wheel', ...QUIET, '--no-deps', '--no-build-isolation', '--wheel-dir', wheels, HERE]
  must('pip wheel', program, args, environment)
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
