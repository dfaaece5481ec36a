import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import type { SavedCheck } from '../../core/stores/guardrails.ts'
import { vaultOf } from '../../stores/vault.ts'
import { SavedGuardrailTexts } from './guardrail-texts.ts'

const texts = new SavedGuardrailTexts(vaultOf({ id: '0123456789abcdef', bytes: new Uint8Array(32).fill(7) }))

const SECRET = 'Bearer hook-secret-0001'
const WEBHOOK: SavedCheck = {
  id: 'default.webhook',
  name: null,
  isEnabled: true,
  parameters: {
    webhookURL: 'https://hooks.example/check',
    headers: { Authorization: SECRET, 'X-Team': 'short' },
    timeout: 3000,
  },
}
const JWT: SavedCheck = {
  id: 'default.jwt',
  name: null,
  isEnabled: true,
  parameters: { jwksUri: 'https://login.example/keys', headerKey: 'Authorization', maxTokenAge: '1d' },
}

function saved(checks: readonly SavedCheck[], id = 'v1') {
  return { id, checks: texts.seal(checks, id) }
}

function withParameters(check: SavedCheck, parameters: object): SavedCheck {
  return { ...check, parameters: { ...check.parameters, ...parameters } }
}

test('neither the stored nor the displayed checks contain a secret, and opening returns them', () => {
  const login = withParameters(WEBHOOK, { webhookURL: 'https://bot:url-password-0002@hooks.example/check' })
  const signed = withParameters(WEBHOOK, { secret: 'signing-secret-0003' })
  const checks = [WEBHOOK, login, signed]
  const version = saved(checks)
  for (const shown of [version.checks, texts.mask(version)]) {
    const text = JSON.stringify(shown)
    for (const secret of ['hook-secret', 'url-password', 'signing-secret', 'short']) expect(text).not.toContain(secret)
  }
  expect(texts.mask(version)[0]?.parameters).toEqual({
    webhookURL: 'https://hooks.example/check',
    headers: { Authorization: 'Be*******01', 'X-Team': '*********' },
    timeout: 3000,
  })
  expect(texts.open(version)).toEqual(checks)
})

test('parameters that are not secret are stored and displayed as written', () => {
  const words: SavedCheck = {
    id: 'default.contains',
    name: 'Words',
    isEnabled: false,
    parameters: { words: ['token', 'my api key', 'ab*******cd'], operator: 'none' },
  }
  const schema: SavedCheck = {
    ...words,
    id: 'default.jsonSchema',
    parameters: { schema: { type: 'object', properties: { token: { type: 'string' }, key: { const: 'x' } } } },
  }
  for (const check of [JWT, words, schema]) {
    const version = saved([check])
    expect(version.checks).toEqual([check])
    expect(texts.mask(version)).toEqual([check])
    expect(texts.restore([check], version)).toEqual([check])
  }
})

test('an encrypted secret opens only in its own version and place', () => {
  const version = saved([WEBHOOK, JWT])
  expect(() => texts.open({ ...version, id: 'v2' })).toThrow()
  expect(() => texts.open({ ...version, checks: version.checks.toReversed() })).toThrow()
})

test('a mask sent back keeps the secret, also if the check was moved in the list', () => {
  const before = saved([WEBHOOK, JWT])
  const shown = texts.mask(before)
  expect(texts.restore(shown, before)).toEqual([WEBHOOK, JWT])
  expect(texts.restore(shown.toReversed(), before)).toEqual([JWT, WEBHOOK])
  const changed = shown.map((check) => (check.id === WEBHOOK.id ? withParameters(check, { timeout: 1 }) : check))
  expect(texts.restore(changed, before)[0]).toEqual(withParameters(WEBHOOK, { timeout: 1 }))
})

test('two checks with the same address keep their own secrets', () => {
  const other = withParameters(WEBHOOK, { headers: { Authorization: 'Bearer hook-secret-9901' } })
  const before = saved([WEBHOOK, other])
  expect(texts.restore(texts.mask(before), before)).toEqual([WEBHOOK, other])
})

test.each([
  ['another address', { webhookURL: 'https://evil.example/check' }],
  ['another address beside it', { logURL: 'https://evil.example/check' }],
])('a mask never moves its secret to %s', (_, parameters) => {
  const before = saved([WEBHOOK])
  const [shown] = texts.mask(before)
  const refused = refusal([withParameters(shown!, parameters)], before)
  expect(refused).toMatchObject({
    code: 'invalid_body',
    status: 400,
    param: 'checks[0].parameters.headers.Authorization',
  })
})

test('a mask in another check, or without a saved version, is refused', () => {
  const before = saved([WEBHOOK])
  const [shown] = texts.mask(before)
  expect(refusal([{ ...shown!, id: 'default.log' }], before).param).toBe('checks[0].parameters.headers.Authorization')
  expect(refusal([JWT, shown!], null).param).toBe('checks[1].parameters.headers.Authorization')
  const renamed = withParameters(shown!, { headers: { Other: 'Be*******01' } })
  expect(refusal([renamed], before).param).toBe('checks[0].parameters.headers.Other')
})

test('a URL with a password is restored by its mask, and its headers with it', () => {
  const login = withParameters(WEBHOOK, { webhookURL: 'https://bot:url-password-0002@hooks.example/check' })
  const before = saved([login])
  expect(texts.restore(texts.mask(before), before)).toEqual([login])
})

test('lists the origins of all addresses', () => {
  expect(texts.originsOf([WEBHOOK, JWT, withParameters(WEBHOOK, { webhookURL: 'http://10.0.0.1:8080/x' })])).toEqual([
    'https://hooks.example',
    'https://login.example',
    'http://10.0.0.1:8080',
  ])
})

function refusal(checks: readonly SavedCheck[], before: Parameters<typeof texts.restore>[1]): GatewayError {
  try {
    texts.restore(checks, before)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('was not refused')
}
