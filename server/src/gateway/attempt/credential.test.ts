import { describe, expect, test } from 'bun:test'
import type { EgressRequest } from '../../egress/outbound.ts'
import { type Answer, json, sse, testGateway } from '../test-gateway.ts'

/** A saved virtual key `main` with these provider keys, all of the same weight. */
function saved(keys: readonly string[], more: object = {}) {
  const credentials = keys.map((key, i) => ({
    id: `c${i}`,
    sealed: JSON.stringify({ key, settings: {} }),
    hint: `hint-${key}`,
    weight: 1,
    isDisabled: false,
    createdAtMs: 0,
  }))
  return {
    id: 'vk-id',
    organisationId: 'o',
    workspaceId: 'w',
    slug: 'main',
    name: 'Main',
    note: null,
    provider: 'openai',
    settings: {},
    settingNames: {},
    customHost: null,
    isHostTrusted: false,
    isDisabled: false,
    limits: { usageLimit: null, rateLimits: [] },
    expiresAtMs: null,
    integration: null,
    credentials,
    createdAtMs: 0,
    updatedAtMs: 0,
    ...more,
  }
}

const CONFIG = { virtual_key: 'main' }
const keyOf = (request: EgressRequest | undefined) => request?.headers['authorization']?.replace('Bearer ', '')
const byKey =
  (answers: Record<string, Answer>): Answer =>
  (request, signal) =>
    answers[keyOf(request)!]!(request, signal)
const good = json(200, { ok: 1 })
const many = (answer: Answer) => Array.from({ length: 40 }, () => answer)

describe('behind a virtual key', () => {
  test('the stored credential goes along, and no credential of the caller', async () => {
    const { chat, sent } = testGateway([good], [saved(['sk-stored'])])
    await chat(CONFIG, { authorization: 'Bearer sk-own', 'x-api-key': 'own', 'api-key': 'own' })
    expect(sent[0]?.headers['authorization']).toBe('Bearer sk-stored')
    expect(JSON.stringify(sent[0]?.headers)).not.toContain('own')
  })

  test.each([401, 429])(
    'after status %i the next provider key is tried, which does not count as a retry',
    async (status) => {
      const refused = json(status, { error: { message: 'no' } })
      const { chat, sent, records } = testGateway(many(byKey({ 'sk-a': refused, 'sk-b': good })), [
        saved(['sk-a', 'sk-b']),
      ])
      for (let i = 0; i < 12; i++) expect((await chat(CONFIG)).status).toBe(200)
      // The key is paused after its first refusal, so it was used only once.
      expect(sent.filter((request) => keyOf(request) === 'sk-a')).toHaveLength(1)
      const handedOn = records.find((record) => record.attempts.length === 2)!
      expect(handedOn.retries).toBe(0)
      expect(handedOn.attempts.map((attempt) => attempt.status)).toEqual([status, 200])
      const reasons = handedOn.decisions.filter((row) => row.kind === 'credential').map((row) => row.reason)
      expect(reasons.join('\n')).toMatch(/hint-sk-a: (rejected|rate limited) \(4\d\d\), paused.*hint-sk-b takes over/)
      expect(reasons.join('\n')).not.toContain('"key"')
    },
  )

  test('if every key is refused, the last response is sent, and each key was tried once', async () => {
    const { chat, sent } = testGateway(many(json(401, { error: { message: 'unknown key' } })), [
      saved(['sk-a', 'sk-b']),
    ])
    const response = await chat(CONFIG)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ error: { message: 'unknown key' } })
    expect(sent.map(keyOf).sort()).toEqual(['sk-a', 'sk-b'])
  })

  test('with all keys limited a request makes one call, not one for each key', async () => {
    const { chat, sent } = testGateway(many(json(429, {}, { 'retry-after': '20' })), [saved(['sk-a', 'sk-b', 'sk-c'])])
    await chat(CONFIG)
    expect(sent).toHaveLength(3)
    await chat(CONFIG)
    expect(sent).toHaveLength(4)
  })

  test('other failures do not rotate the key: they prove nothing about it', async () => {
    const { chat, sent } = testGateway(many(json(500, {})), [saved(['sk-a', 'sk-b'])])
    expect((await chat(CONFIG)).status).toBe(500)
    expect(sent).toHaveLength(1)
  })

  test('the response to a single refused key is sent as it is', async () => {
    const { chat, sent } = testGateway(many(json(429, {})), [saved(['sk-a'])])
    expect((await chat(CONFIG)).status).toBe(429)
    expect((await chat(CONFIG)).status).toBe(429)
    expect(sent).toHaveLength(2)
  })

  test('a stream whose first event is a rate limit rotates to the next key', async () => {
    const limited = sse('data: {"error":{"type":"rate_limit_error","message":"slow down"}}\n\n')
    const said = sse('data: {"choices":[{"delta":{"content":"hello"}}]}\n\ndata: [DONE]\n\n')
    const { chat } = testGateway(many(byKey({ 'sk-a': limited, 'sk-b': said })), [saved(['sk-a', 'sk-b'])])
    for (let i = 0; i < 8; i++) expect(await (await chat(CONFIG)).text()).toContain('hello')
  })

  test('the retries of the plan come after all keys were tried', async () => {
    const { chat, sent, records } = testGateway([json(429, {}), json(429, {}), good], [saved(['sk-a', 'sk-b'])])
    const config = { ...CONFIG, retry: { attempts: 1, on_status_codes: [429] } }
    expect((await chat(config)).status).toBe(200)
    expect(sent).toHaveLength(3)
    expect(records[0]?.attempts.map((attempt) => attempt.retry)).toEqual([0, 0, 1])
  })

  test('a cached response is found whichever provider key would have been drawn', async () => {
    const { chat, sent } = testGateway(many(good), [saved(['sk-a', 'sk-b', 'sk-c', 'sk-d'])])
    for (let i = 0; i < 10; i++) await (await chat({ ...CONFIG, cache: { mode: 'simple' } })).text()
    expect(sent).toHaveLength(1)
  })

  test.each([
    [{ isDisabled: true }, 403, 'virtual_key_disabled'],
    [{ expiresAtMs: 1 }, 403, 'virtual_key_expired'],
    [{ slug: 'another' }, 400, 'virtual_key_unknown'],
  ])('a key that is %j is refused with %i, and nothing is sent', async (more, status, code) => {
    const { chat, sent } = testGateway(many(good), [saved(['sk-a'], more)])
    const response = await chat(CONFIG)
    expect(response.status).toBe(status)
    expect(((await response.json()) as { error: { code: string } }).error.code).toBe(code)
    expect(sent).toHaveLength(0)
  })

  test.each([
    ['https://evil.example/v1', 403],
    ['http://api.openai.com/v1', 403],
    ['https://api.openai.com:8443/v1', 403],
    ['https://api.openai.com.evil.example/v1', 403],
    ['https://api.openai.com/v2', 200],
  ])('a custom host %s over its credential gets status %i', async (host, status) => {
    const { chat, sent } = testGateway(many(good), [saved(['sk-a'])])
    expect((await chat(CONFIG, { 'x-gateway-custom-host': host })).status).toBe(status)
    expect((await chat({ ...CONFIG, custom_host: host })).status).toBe(status)
    expect(sent).toHaveLength(status === 200 ? 2 : 0)
  })

  test('its own saved host is used, and the provider’s usual one is then another origin', async () => {
    const { chat, sent } = testGateway(many(good), [saved(['sk-a'], { customHost: 'https://llm.example/v1' })])
    expect((await chat(CONFIG)).status).toBe(200)
    expect(sent[0]?.url).toStartWith('https://llm.example/v1/')
    const other = await chat(CONFIG, { 'x-gateway-custom-host': 'https://api.openai.com/v1' })
    expect(other.status).toBe(403)
  })
})
