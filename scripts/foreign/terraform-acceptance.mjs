/**
 * Runs the acceptance tests of the Terraform provider for Portkey against a gateway. Needs Go and Terraform (or
 * OpenTofu). GATEHOUSE_TERRAFORM_PROVIDER names a folder with the provider's sources; without it the module comes from
 * the Go proxy.
 */

import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { capture } from '../services/python-environment.mjs'
import { ADMIN_KEY, startTestGateway } from '../services/test-gateway.mjs'

const MODULE = 'github.com/portkey-ai/terraform-provider-portkey@v0.2.18'
const SOURCES = 'GATEHOUSE_TERRAFORM_PROVIDER'

/** Tests of features that the gateway does not have. Those that only run `terraform plan` still pass. */
const ABSENT_FEATURES = /Guardrail|Mcp|MCP|Scim|SCIM|SecretReference|SecuritySettings/

/** @returns {Promise<{ passed: number; failed: number; absent: number; skipped: number }>} */
export async function runTerraformAcceptance() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-terraform-'))
  let gateway
  try {
    const terraform = findTerraform()
    const sources = copySources(folder)
    gateway = await startTestGateway(folder)
    const environment = {
      TF_ACC: '1',
      TF_ACC_TERRAFORM_PATH: terraform,
      PORTKEY_API_KEY: ADMIN_KEY,
      PORTKEY_BASE_URL: `${gateway.url}/v1`,
      PORTKEY_MAX_RETRIES: '0',
      ...(await prepare(`${gateway.url}/v1`)),
    }
    return judge(await runGoTests(sources, environment))
  } finally {
    gateway?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function findTerraform() {
  for (const name of [process.env.TF_ACC_TERRAFORM_PATH, 'terraform', 'tofu']) {
    const path = name && capture('sh', ['-c', `command -v ${name}`])
    if (path) return path
  }
  throw new Error('neither terraform nor tofu is installed; TF_ACC_TERRAFORM_PATH can name one')
}

/** Module folders are read-only, and Go writes beside the sources. */
function copySources(folder) {
  const given = process.env[SOURCES]
  const copy = join(folder, 'provider')
  cpSync(given ?? downloadModule(folder), copy, { recursive: true })
  spawnSync('chmod', ['-R', 'u+w', copy])
  return copy
}

function downloadModule(folder) {
  const done = spawnSync('go', ['mod', 'download', '-json', MODULE], { cwd: folder, encoding: 'utf8' })
  if (done.error) throw new Error(`Go cannot be run: ${done.error.message}`)
  const { Dir, Error: reason } = JSON.parse(done.stdout || '{}')
  if (!Dir) throw new Error(`the Go proxy has no ${MODULE}: ${reason ?? done.stderr}\nSet ${SOURCES} to a checkout.`)
  return Dir
}

/** Creates the objects that the tests expect to exist. */
async function prepare(baseURL) {
  const send = async (method, path, body) => {
    const response = await fetch(baseURL + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-portkey-api-key': ADMIN_KEY },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} returned HTTP ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const workspace = await send('POST', '/admin/workspaces', { name: 'Terraform' })
  const workspace_id = workspace.id
  const integration = await send('POST', '/integrations', { name: 'Terraform', ai_provider_id: 'openai', key: 'sk-x' })
  await send('PUT', `/integrations/${integration.slug}/workspaces`, { global_workspace_access: { enabled: true } })
  const collection = await send('POST', '/collections', { name: 'Terraform', workspace_id })
  const key = await send('POST', '/virtual-keys', { name: 'Terraform', provider: 'openai', key: 'sk-x', workspace_id })
  const invited = await send('POST', '/admin/users/invites', { email: 'terraform@example.com', role: 'member' })
  const token = invited.invite_link.split('/').at(-1)
  await send('POST', '/invites/accept', { token, password: 'correct horse battery', first_name: 'Terraform' })
  const { data } = await send('GET', '/admin/users?email=terraform@example.com')
  return {
    TEST_WORKSPACE_ID: workspace_id,
    TEST_WORKSPACE_SLUG: workspace.slug,
    TEST_INTEGRATION_ID: integration.slug,
    TEST_COLLECTION_ID: collection.id,
    TEST_VIRTUAL_KEY: key.slug,
    TEST_USER_ID: data[0].id,
  }
}

/** @returns {Promise<Map<string, 'pass' | 'fail' | 'skip'>>} by test name; prints the output of failing tests */
async function runGoTests(cwd, environment) {
  const args = ['test', './internal/provider', '-run', '^TestAcc', '-json', '-count=1', '-timeout=120m', '-parallel=1']
  const child = spawn('go', args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const outcomes = new Map()
  const outputs = new Map()
  for await (const line of createInterface(child.stdout)) {
    const event = parse(line)
    if (event?.Test === undefined || event.Test.includes('/')) continue
    if (event.Action === 'output') outputs.set(event.Test, (outputs.get(event.Test) ?? '') + event.Output)
    if (!['pass', 'fail', 'skip'].includes(event.Action)) continue
    outcomes.set(event.Test, event.Action)
    console.log(`${event.Action} ${event.Test}`)
    if (event.Action !== 'pass') console.log(outputs.get(event.Test) ?? '')
    outputs.delete(event.Test)
  }
  return outcomes
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    console.log(line)
    return null
  }
}

function judge(outcomes) {
  if (outcomes.size === 0) throw new Error('Go ran no acceptance tests.')
  const result = { passed: 0, failed: 0, absent: 0, skipped: 0 }
  for (const [name, outcome] of outcomes) {
    if (outcome === 'pass') result.passed += 1
    else if (ABSENT_FEATURES.test(name)) result.absent += 1
    // The provider's tests skip themselves, for example where Portkey's API has a known error.
    else if (outcome === 'skip') result.skipped += 1
    else result.failed += 1
  }
  return result
}
