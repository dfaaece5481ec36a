import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { compileSpanCheck, cut, feed, splitsOf } from '../test-feed.ts'
import { SECRET_RULES, SECRET_TYPES } from './secret-rules.ts'

const check = compileSpanCheck('default.secrets')

const found = (text: string) => check.find(text, 0).map((span) => [span.label, text.slice(span.start, span.end)])

/** Letters and digits that look random and are the same in each run. */
function random(length: number, alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'): string {
  let state = length + 7
  let text = ''
  for (let i = 0; i < length; i++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    text += alphabet[(state >> 8) % alphabet.length]
  }
  return text
}

// Written in parts, so that secret scanners do not report this file.
const PEM = [
  '-----BEGIN RSA ',
  'PRIVATE KEY-----\n',
  random(64),
  '\n',
  random(64),
  '\n-----END RSA ',
  'PRIVATE KEY-----',
].join('')
const SECRETS: readonly (readonly [string, string])[] = [
  ['AWS_ACCESS_KEY', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['OPENAI_API_KEY', `sk-proj-${random(64)}`],
  ['ANTHROPIC_API_KEY', `sk-ant-api03-${random(93)}AA`],
  ['GITHUB_TOKEN', `ghp_${random(36)}`],
  ['STRIPE_SECRET', `sk_live_${random(24)}`],
  ['SLACK_TOKEN', `xoxb-123456789012-1234567890123-${random(24)}`],
  ['GOOGLE_API_KEY', `AIza${random(35)}`],
  ['NPM_TOKEN', `npm_${random(36)}`],
  ['SENDGRID_API_KEY', `SG.${random(22)}.${random(43)}`],
  [
    'JWT',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  ],
  ['URL_CREDENTIALS', 'postgres://admin:hunter2@db.internal:5432/app'],
  ['WEBHOOK_URL', `hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`],
  ['PRIVATE_KEY', PEM],
]

test('finds secrets by prefix and form, in prose, in assignments and in JSON', () => {
  for (const [type, secret] of SECRETS) {
    expect(found(`Use ${secret} for it.`)).toEqual([[type, secret]])
    expect(found(`export MY_TOKEN=${secret}\n`)).toContainEqual([type, secret])
    expect(found(JSON.stringify({ api_key: secret }).replaceAll('\\n', '\n'))).toContainEqual([type, secret])
  }
})

test('finds assigned passwords and random values', () => {
  expect(found('password = "hunter2!x"')).toEqual([['ASSIGNED_SECRET', 'hunter2!x']])
  expect(found('"aws_secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"')).toEqual([
    ['ASSIGNED_SECRET', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ])
  expect(found(`client-secret: ${random(32)}`)).toHaveLength(1)
})

test('every name of a secret is known, in upper and lower case', () => {
  const names =
    'api_key apikey access-key secret token password passwd passphrase pwd private.key auth_key encryption-key credential credentials client_key signing_key'
  for (const name of names.split(' '))
    for (const written of [name, name.toUpperCase(), `my.${name}_v2`])
      expect([written, found(`${written}: ${random(32)}`).length]).toEqual([written, 1])
})

test('leaves placeholders, counts and prose alone', () => {
  const harmless = [
    'api_key: YOUR_API_KEY',
    'apiKey = process.env.OPENAI_API_KEY',
    'Authorization: Bearer $TOKEN',
    '{"max_tokens": 4096, "prompt_tokens": 1234567890123456789}',
    'What is the password? The password: please ask.',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxx and sk-learn-contrib and ghp_example',
    'token_type: bearer, expires_in: 3600, key: value',
    'a very-long-identifier-with-many-parts-in-it and 0123456789abcdef0123456789abcdef',
  ]
  for (const text of harmless) expect(found(text)).toEqual([])
})

test('replaces or tokenises on request, and looks only for the types it is given', () => {
  const [type, secret] = SECRETS[0] as readonly [string, string]
  const redact = compileSpanCheck('default.secrets', { action: 'redact' })
  expect(redact.failsOnFinding).toBe(false)
  expect(redact.find(secret, 0).map((span) => span.action)).toEqual([{ kind: 'replace', text: `[${type}]` }])
  expect(compileSpanCheck('default.secrets', { action: 'tokenise' }).find(secret, 0)[0]?.action).toEqual({
    kind: 'tokenise',
  })
  expect(compileSpanCheck('default.secrets', { types: ['JWT'] }).find(secret, 0)).toEqual([])
  for (const rule of SECRET_RULES) expect(SECRET_TYPES).toContain(rule.type)
})

test('finds the same secrets at every split of a text', () => {
  const text = `${SECRETS.map(([, secret]) => secret).join(' and ')}; password: "hunter2!x" api_key = ${random(30)} end`
  const whole = [...check.find(text, 0)]
  expect(whole).toHaveLength(SECRETS.length + 2)
  for (const chunks of splitsOf(text)) expect(feed(check, chunks)).toEqual(whole)
})

test('finds the same secrets however generated texts are cut', () => {
  const piece = fc.oneof(
    fc.constantFrom(...SECRETS.map(([, secret]) => secret)),
    fc.constantFrom(...SECRETS.map(([, secret]) => secret.slice(0, 12))),
    fc.constantFrom(
      ' ',
      '\n',
      '=',
      ': ',
      '"',
      '/',
      '-----',
      '-----BEGIN ',
      'password',
      'api_key',
      'token: "',
      '+',
      '.',
      'é',
      'https://',
      'a:b@c',
    ),
    fc.string({ maxLength: 8 }),
  )
  const texts = fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join(''))
  const cases = fc.property(texts, fc.array(fc.nat(1200), { maxLength: 12 }), (text, indices) => {
    expect(feed(check, cut(text, indices))).toEqual([...check.find(text, 0)])
  })
  fc.assert(cases, { numRuns: propertyRuns(1500) })
})

test('does not hold back files without separators', () => {
  const file = 'QUJD'.repeat(4000)
  expect(check.settledUntil(file, 0)).toBe(file.length)
  expect(feed(check, cut(`${file} ${SECRETS[0]?.[1]} `, [3000, 9000, 16_005])).map((span) => span.start)).toEqual([
    16_001,
  ])
})
