/** The gateway supports every option header that the SDKs send; one fixture drives all three. */

import { expect, test } from 'bun:test'
import fixture from '../../contract/fixtures/option-headers.json'
import options from '../../contract/options.json'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { partOf } from '../harness/property-runs.ts'
import { shareGateway } from '../harness/share-gateway.ts'

type Headers = Readonly<Record<string, string>>

const gateway = await shareGateway()
const CASES = fixture.cases as unknown as readonly { readonly name: string; readonly headers: Headers }[]

/** Options that select the caller or the route, and the expected errors: the samples name objects that do not exist. */
const REFUSED: Readonly<Record<string, string>> = {
  'x-gateway-api-key': 'api_key_invalid',
  'x-gateway-provider': 'credential_missing',
  'x-gateway-virtual-key': 'virtual_key_unknown',
  'x-gateway-config': 'config_unknown',
  'x-gateway-workspace-id': 'workspace_unknown',
  'x-gateway-default-input-guardrails': 'guardrail_unknown',
  'x-gateway-default-output-guardrails': 'guardrail_unknown',
}

function headersOf(name: string): Headers {
  const found = CASES.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`The fixture has no case "${name}".`)
  return found.headers
}

test('every option header has a test case', () => {
  const headers = new Set(CASES.flatMap((one) => Object.keys(one.headers)))
  for (const row of [...options.options, ...options.provider_settings]) expect(headers).toContain(row.header)
})

test.each(Object.entries(REFUSED))('%s is read: the object it names does not exist (%s)', async (header, code) => {
  const { headers } = CASES.find((candidate) => header in candidate.headers)!
  const key = header === 'x-gateway-workspace-id' ? gateway.adminKey : gateway.workspaceKey
  const config = code === 'guardrail_unknown' ? { provider: 'mock' } : null
  const refused = await errorOf(await gateway.chat(config, { key, headers }))
  expect(refused.code).toBe(code)
})

const QUIET = CASES.filter(
  ({ headers }) =>
    !Object.entries(headers).some(
      ([name, value]) => (name in REFUSED && !value.startsWith('[')) || name === 'x-gateway-custom-host',
    ),
)

test.each(partOf(QUIET, 0))(
  '$name: accepted without a warning, and not forwarded to the provider',
  async ({ headers }) => {
    await using simulator = await startSimulator({ answers: ['hello'] })
    const reply = await gateway.chat(at(simulator), { headers })
    expect(reply.status, await reply.text()).toBe(200)
    const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
    expect(log.warnings).toEqual([])
    const received = simulator.requests[0]?.headers ?? {}
    expect(Object.keys(received).filter((name) => name.startsWith('x-gateway-'))).toEqual([])
    // The gateway forwards headers that are not options, except the credential, because the config has one.
    for (const [name, value] of Object.entries(headers))
      if (!name.startsWith('x-gateway-') && name !== 'authorization') expect(received[name]).toBe(value)
  },
)

test('the record has the trace id and labels, and no bodies if the caller disabled them', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const trace = 'labels-of-the-fixture'
  const headers = { ...headersOf('metadata'), ...headersOf('debug'), 'x-gateway-trace-id': trace }
  const reply = await gateway.chat(at(simulator), { headers })
  expect(reply.headers.get('x-gateway-trace-id')).toBe(trace)
  const log = await gateway.waitForLog(trace)
  expect(log.metadata).toMatchObject({ _user: 'ada', team: 'blue' })
  expect(log.request.body).toBeNull()
})

test('non-ASCII labels arrive unchanged', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const trace = 'letters-of-the-fixture'
  const headers = { ...headersOf('text outside ASCII is escaped inside JSON'), 'x-gateway-trace-id': trace }
  await gateway.chat(at(simulator), { headers })
  expect((await gateway.waitForLog(trace)).metadata).toMatchObject({ _user: 'Ädä 😀' })
})

test('a config object is sent as a config, and a credential with its scheme goes to the provider', async () => {
  const mocked = await gateway.chat(null, { headers: headersOf('a config object is sent as JSON') })
  expect(mocked.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[0]')
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = {
    ...headersOf('a bare credential gets its scheme'),
    'x-gateway-provider': 'openai-compatible',
    'x-gateway-custom-host': `${simulator.url}/v1`,
  }
  expect((await gateway.chat(null, { headers })).status).toBe(200)
  expect(simulator.requests[0]?.headers['authorization']).toBe('Bearer sk-1')
})

test('forwarded headers reach the provider, including sensitive ones', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = { ...headersOf('forwarded headers may be named as options are'), cookie: 'session=1' }
  await gateway.chat(at(simulator), { headers })
  expect(simulator.requests[0]?.headers).toMatchObject({ 'x-my-custom-header': 'mine', cookie: 'session=1' })
})
