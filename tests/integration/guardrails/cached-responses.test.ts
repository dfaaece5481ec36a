/** Guardrails and the cache: cached responses are checked for every caller and contain no personal data. */

import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { atOwnPath as at } from '../../harness/at-own-path.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startWordEmbedder } from '../../harness/word-embedder.ts'

const embedder = startWordEmbedder()
const gateway = await shareGateway({
  environment: {
    GATEWAY_EMBEDDER_URL: embedder.url,
    GATEWAY_EMBEDDER_MODEL: 'words',
    GATEWAY_EMBEDDER_TIMEOUT_MS: '5000',
    GATEWAY_CACHE_THRESHOLD: '0.9',
  },
})

const SECRET = 'hunter2-secret'
const DENY = { 'default.contains': { words: [SECRET], operator: 'none' }, deny: true }
const EMAILS = { types: ['EMAIL_ADDRESS'] }
const REDACT = { 'default.pii': { ...EMAILS, action: 'redact' } }
const TOKENISE = { 'default.pii': { ...EMAILS, action: 'tokenise' } }

const ASKED = 'How do I reset my password?'
const ALIKE = 'Please tell me how to reset my password'

type Mode = 'simple' | 'semantic'

async function ask(provider: Simulator, mode: Mode, guardrails: object, question = ASKED, stream = false) {
  const config = at(provider, { cache: { mode }, ...guardrails })
  const messages = [{ role: 'user', content: question }]
  const response = await gateway.chat(config, { body: { messages, ...(stream && { stream }) } })
  const text = await response.text()
  return { status: response.status, text, cache: response.headers.get('x-gateway-cache-status') }
}

const MODES: readonly (readonly [Mode, string, string])[] = [
  ['simple', ASKED, 'HIT'],
  ['semantic', ALIKE, 'SEMANTIC HIT'],
]

test.each(MODES)(
  '%s: a response that was stored without guardrails is checked on a hit',
  async (mode, question, hit) => {
    const reply = `The password is ${SECRET}, write to ada@example.com`
    await using provider = await startSimulator({ answers: [reply, 'another'] })
    const first = await ask(provider, mode, {})
    expect([first.status, first.text.includes(SECRET)]).toEqual([200, true])
    const denied = await ask(provider, mode, { output_guardrails: [DENY] }, question)
    expect([denied.status, denied.cache, denied.text.includes(SECRET)]).toEqual([446, hit, false])
    const redacted = await ask(provider, mode, { output_guardrails: [REDACT] }, question)
    expect([redacted.status, redacted.cache, redacted.text.includes('ada@example.com')]).toEqual([200, hit, false])
    expect(redacted.text).toContain('[EMAIL_ADDRESS]')
    expect(provider.requests).toHaveLength(1)
  },
)

test.each(MODES)(
  '%s: a denied or redacted response is stored as it was sent, and checked again',
  async (mode, question, hit) => {
    await using provider = await startSimulator({ answers: [`Write to ada@example.com: ${SECRET}`, 'another'] })
    const guardrails = { output_guardrails: [REDACT, DENY] }
    expect((await ask(provider, mode, guardrails)).status).toBe(446)
    const again = await ask(provider, mode, guardrails, question)
    expect([again.status, again.cache, again.text.includes(SECRET)]).toEqual([446, hit, false])
    const other = await ask(provider, mode, {}, question)
    expect([other.status, other.cache, other.text.includes('ada@example.com')]).toEqual([200, hit, true])
  },
)

test('simple: a stream from the cache is checked', async () => {
  await using provider = await startSimulator({ answers: [{ stream: ['The pass', 'word is hunter2', '-secret'] }] })
  const first = await ask(provider, 'simple', {}, ASKED, true)
  expect([first.status, first.cache]).toEqual([200, 'MISS'])
  const denied = await ask(provider, 'simple', { output_guardrails: [DENY] }, ASKED, true)
  expect([denied.status, denied.cache, denied.text.includes('hunter2')]).toEqual([446, 'HIT', false])
})

test.each(['simple', 'semantic'] as const)('%s: a request that an input guardrail denies gets no hit', async (mode) => {
  await using provider = await startSimulator({ answers: ['a reply'] })
  await ask(provider, mode, {}, `Is ${SECRET} a good password?`)
  const denied = await ask(provider, mode, { input_guardrails: [DENY] }, `Is ${SECRET} a good password?`)
  expect([denied.status, denied.text.includes('a reply')]).toEqual([446, false])
})

test.each(['simple', 'semantic'] as const)('%s: a hit restores the values of its own caller only', async (mode) => {
  await using provider = await startSimulator({
    answers: [({ text }) => `You wrote: ${/Is [^"]* taken/.exec(text)?.[0]}`],
  })
  const guardrails = { input_guardrails: [TOKENISE] }
  const ada = await ask(provider, mode, guardrails, 'Is ada@example.com taken?')
  expect(ada.text).toContain('You wrote: Is ada@example.com taken')
  const bob = await ask(provider, mode, guardrails, 'Is bob@example.org taken?')
  expect([bob.cache?.endsWith('HIT'), bob.text.includes('ada@')]).toEqual([true, false])
  expect(bob.text).toContain('You wrote: Is bob@example.org taken')
  // A caller who sends the placeholder itself gets the placeholder back.
  const placeholder = /Is (\S+) taken/.exec(provider.requests[0]!.text)?.[1] ?? ''
  const eve = await ask(provider, mode, {}, `Is ${placeholder} taken?`)
  expect([eve.text.includes('ada@'), eve.text.includes('bob@')]).toEqual([false, false])
  const embedded = embedder.calls.flat().join('\n')
  expect(embedded).not.toMatch(/ada@|bob@/)
})
