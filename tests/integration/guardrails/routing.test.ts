import { describe, expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { atOwnPath as at } from '../../harness/at-own-path.ts'
import { waitForLog } from '../../harness/read-logs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()

const WORD = 'falcon'

/** A guardrail that fails: 446 with deny, 246 without. */
const guard = (status: 246 | 446) => ({
  'default.contains': { words: [WORD], operator: 'none' },
  deny: status === 446,
})

type Side = 'input_guardrails' | 'output_guardrails'

const CASES = ([246, 446] as const).flatMap((status) =>
  (['input_guardrails', 'output_guardrails'] as const).map((side) => [status, side] as const),
)

/** The word is in the request or in the first response. */
async function send(config: object, side: Side, headers: Record<string, string> = {}) {
  const content = side === 'input_guardrails' ? `about a ${WORD}` : 'hello'
  const response = await gateway.chat(config, { headers, body: { messages: [{ role: 'user', content }] } })
  const body = (await response.json()) as { choices?: { message: { content: string } }[] }
  return { response, status: response.status, text: body.choices?.[0]?.message.content ?? null }
}

const reply = (side: Side) => (side === 'input_guardrails' ? 'first' : `first: a ${WORD}`)

describe.each(CASES)('status %i of %s', (status, side) => {
  // Calls that reach the first provider: none if an input guardrail denies the request.
  const calls = status === 446 && side === 'input_guardrails' ? 0 : 1

  test('moves a fallback on', async () => {
    await using first = await startSimulator({ answers: [reply(side)] })
    await using second = await startSimulator({ answers: ['second'] })
    const targets = [at(first, { [side]: [guard(status)] }), at(second)]
    const moved = await send({ strategy: { mode: 'fallback', on_status_codes: [status] }, targets }, side)
    expect([moved.status, moved.text]).toEqual([200, 'second'])
    expect([first.requests.length, second.requests.length]).toEqual([calls, 1])
    const key = gateway.workspaceKey
    const log = await waitForLog(
      (path: string) => gateway.fetch(path, { key }),
      moved.response.headers.get('x-gateway-trace-id'),
    )
    expect(JSON.stringify(log.decisions)).toContain(String(status))
  })

  test('moves a fallback without statuses on only if it is an error', async () => {
    await using first = await startSimulator({ answers: [reply(side)] })
    await using second = await startSimulator({ answers: ['second'] })
    const targets = [at(first, { [side]: [guard(status)] }), at(second)]
    const moved = await send({ strategy: { mode: 'fallback' }, targets }, side)
    const expected = status === 446 ? [200, 'second'] : [246, reply(side)]
    expect([moved.status, moved.text]).toEqual(expected)
  })

  test('is retried if it is listed', async () => {
    await using first = await startSimulator({ answers: [reply(side), 'again'] })
    const retry = { attempts: 1, on_status_codes: [status] }
    const retried = await send(at(first, { [side]: [guard(status)], retry }), side)
    if (side === 'output_guardrails')
      expect([retried.status, retried.text, first.requests.length]).toEqual([200, 'again', 2])
    // A request that stays denied does not reach the provider.
    else expect([retried.status, first.requests.length]).toEqual([status, status === 446 ? 0 : 2])
  })

  test('moves a fallback on from a target that a condition chose, and inside such a target', async () => {
    await using first = await startSimulator({ answers: [reply(side)] })
    await using second = await startSimulator({ answers: ['second'] })
    const guarded = { ...at(first, { [side]: [guard(status)] }), name: 'guarded' }
    const chosen = (target: object) => ({
      strategy: {
        mode: 'conditional',
        // biome-ignore lint/suspicious/noThenProperty: the wire name of the key.
        conditions: [{ query: { 'metadata.plan': 'pro' }, then: 'guarded' }],
        default: 'plain',
      },
      targets: [
        { ...target, name: 'guarded' },
        { ...at(second), name: 'plain' },
      ],
    })
    const strategy = { mode: 'fallback', on_status_codes: [status] }
    const headers = { 'x-gateway-metadata': JSON.stringify({ plan: 'pro' }) }
    for (const config of [
      { strategy, targets: [chosen(guarded), at(second)] },
      chosen({ strategy, targets: [guarded, at(second)] }),
    ]) {
      const moved = await send(config, side, headers)
      expect([moved.status, moved.text]).toEqual([200, 'second'])
    }
    expect([first.requests.length, second.requests.length]).toEqual([2 * calls, 2])
  })
})
