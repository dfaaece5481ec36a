import { describe, expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { COVERAGE_CASES, type CoverageCase, MARK } from './coverage-cases.ts'

const gateway = await shareGateway()
const provider = await shareSimulator({ answers: ['unused'] })

const CHECK = { id: 'default.contains', parameters: { words: [MARK], operator: 'none' } }

function configOf({ provider: slug, direction }: CoverageCase): object {
  const hook = { type: 'guardrail', id: 'mark', deny: true, checks: [CHECK] }
  const host = slug === 'google' ? `${provider.url}/v1beta` : `${provider.url}/v1`
  const target = { provider: slug, custom_host: host, api_key: 'sk-1', strict_open_ai_compliance: false }
  return { ...target, [direction === 'input' ? 'before_request_hooks' : 'after_request_hooks']: [hook] }
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  form.set('file', new File(['RIFF'], 'a.wav', { type: 'audio/wav' }))
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  return form
}

async function send(one: CoverageCase, mark: string) {
  provider.script([one.answer(mark)])
  const before = provider.requests.length
  const type = one.isForm ? null : { 'content-type': 'application/json' }
  const response = await gateway.fetch(one.path, {
    method: 'POST',
    headers: { ...type, 'x-gateway-config': JSON.stringify(configOf(one)) },
    body: one.isForm ? formOf(one.request(mark)) : JSON.stringify(one.request(mark)),
  })
  const text = await response.text()
  return { status: response.status, text, calls: provider.requests.length - before }
}

const named = COVERAGE_CASES.map((one) => {
  const { path, dialect, direction, isStream, part } = one
  return [`${direction} ${isStream ? 'stream ' : ''}${path} ${dialect}: ${part}`, one] as const
})

describe.each(named)('%s', (_, one) => {
  test('is denied, and only if the text is there', async () => {
    const denied = await send(one, MARK)
    expect([denied.status, denied.text.includes('hooks_failed') || denied.text.includes('HOOKS_FAILED')]).toEqual([
      one.deniedStatus ?? 446,
      true,
    ])
    expect(denied.text).not.toContain(MARK)
    expect(denied.calls).toBe(one.direction === 'input' ? 0 : 1)
    const passed = await send(one, 'a harmless text')
    if (one.deniedStatus === undefined) expect(passed.status).not.toBe(446)
    else expect([passed.status, passed.text.includes('a harmless text')]).toEqual([one.deniedStatus, true])
    expect(passed.calls).toBe(1)
  })
})
