import { expect, test } from 'bun:test'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

const VALUES = [
  'x.evil.example/',
  'evil.example',
  'x@evil.example',
  'x#',
  'x?y',
  'x\\evil.example',
  '//evil.example',
  'x:443',
  '..',
  'ｘ',
  'x。evil',
  'x\r\nhost: evil.example',
  '169.254.169.254',
]
const SETTINGS: readonly [key: string, around: object][] = [
  ['cloud_a_resource_name', { provider: 'azure-openai', cloud_a_deployment_id: 'dep' }],
  ['azure_resource_name', { provider: 'azure-openai', azure_deployment_id: 'dep' }],
  ['cloud_b_region', { provider: 'vertex-ai', cloud_b_project_id: 'proj' }],
  ['cloud_c_region', { provider: 'bedrock' }],
  ['aws_region', { provider: 'bedrock' }],
  ['azure_foundry_url', { provider: 'azure-ai' }],
  ['oracle_region', { provider: 'oracle' }],
  ['snowflake_account', { provider: 'cortex' }],
]

function ask(headers: Record<string, string>): Promise<Response> {
  return fetch(`${gateway.baseURL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-api-key': gateway.workspaceKey, ...headers },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
  })
}

const inConfig = SETTINGS.flatMap(([key, around]) => VALUES.map((value) => [key, value, around] as const))

test.each(inConfig)('config key %s with %j is rejected before anything is resolved', async (key, value, around) => {
  const config = { ...around, api_key: 'k', [key]: value }
  const response = await ask({ 'x-gateway-config': JSON.stringify(config).replace(/[^\x20-\x7e]/g, escaped) })
  const { error } = (await response.json()) as { error: { message: string; param: string | null } }
  expect(response.status).toBe(400)
  expect(`${error.param} ${error.message}`).toMatch(/resource_name|region|foundry_url|snowflake_account/)
})

// A header cannot contain line breaks or characters outside Latin-1.
const inHeaders = inConfig.filter(([, value]) => /^[\x20-\x7e]+$/.test(value))

test.each(inHeaders)('header of %s with %j is rejected before anything is resolved', async (key, value, around) => {
  const entries = Object.entries({ ...around, [key]: value }).map(([name, text]) => [
    `x-gateway-${name.replaceAll('_', '-')}`,
    String(text),
  ])
  const response = await ask({ ...Object.fromEntries(entries), authorization: 'Bearer k' })
  expect(response.status).toBe(400)
  expect(await response.text()).toMatch(/resource.name|region|foundry.url|snowflake.account/)
})

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
