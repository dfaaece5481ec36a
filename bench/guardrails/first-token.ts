/** CPU that guardrails add before the first token of a stream: checks of the request, and of the first events. */

import { DEFAULT_ACTIONS } from '../../server/src/core/guardrails/guardrails.ts'
import { runLocal } from '../../server/src/gateway/guard/run-guardrails.ts'
import { chatFormat } from '../../server/src/gateway/guard/stream/formats/chat.ts'
import { guard } from '../../server/src/gateway/guard/stream/test-streams.ts'
import { GuardedBody } from '../../server/src/gateway/guard/subject.ts'
import type { Check } from '../../server/src/guardrails/check.ts'
import { REQUEST } from '../../server/src/guardrails/checks/sample-input.ts'
import type { Guardrail } from '../../server/src/guardrails/guardrail.ts'
import { Placeholders } from '../../server/src/guardrails/placeholders.ts'

const STREAMS = 200
const TURNS = 7
const MIN_MS = 500
const TOKEN_LENGTH = 5

/** The checks only report. A request waits just as long for checks that redact. */
function guardrailOf(checks: readonly Check[]): Guardrail {
  const specs = checks.map(({ id }) => ({ id, parameters: {}, isEnabled: true }))
  return { spec: { id: 'g', versionId: null, source: 'config', checks: specs, actions: DEFAULT_ACTIONS }, checks }
}

/** CPU milliseconds per stream, from the first event that arrives to the first one that leaves. */
export async function cpuOfStream(texts: readonly string[], checks: readonly Check[]): Promise<number> {
  const guardrails = [guardrailOf(checks)]
  const streams = Array.from({ length: STREAMS }, (_, i) => eventsOf(texts[i % texts.length] as string))
  return leastCpu(async () => {
    for (const events of streams) {
      const { stream } = guard(chatFormat, events, guardrails)
      if ((await stream.body.read()) === null) throw new Error('The stream ended without an event.')
    }
  })
}

/** CPU milliseconds per request whose last message is the text. */
export async function cpuOfRequest(texts: readonly string[], checks: readonly Check[]): Promise<number> {
  const guardrails = [guardrailOf(checks)]
  const bodies = Array.from({ length: STREAMS }, (_, i) => {
    const content = texts[i % texts.length]
    const body = { model: 'gpt-4o', stream: true, messages: [{ role: 'user', content }] }
    return { body, bytes: Buffer.from(JSON.stringify(body)) }
  })
  return leastCpu(async () => {
    for (const { bytes, body } of bodies) {
      const subject = new GuardedBody('chat.completions', 'input', bytes, body)
      const context = {
        direction: 'input',
        request: REQUEST,
        requestBody: null,
        placeholders: new Placeholders(),
      } as const
      runLocal(guardrails, subject, context)
    }
  })
}

async function leastCpu(turn: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  const endMs = performance.now() + MIN_MS
  for (let count = 0; count < TURNS || performance.now() < endMs; count++) {
    const before = process.cpuUsage()
    await turn()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least / STREAMS / 1000
}

/** One chunk per event, as tokens arrive. */
function eventsOf(text: string): readonly Uint8Array[] {
  const tokens = (text.slice(0, 200).match(new RegExp(`[^]{1,${TOKEN_LENGTH}}`, 'g')) ?? []) as readonly string[]
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o' }
  const first = { ...head, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }
  const events = tokens.map((content) => ({
    ...head,
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  }))
  return [first, ...events].map((event) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`))
}
