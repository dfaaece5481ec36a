/**
 * Converse's response and the events of its stream, see
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html.
 */

import { piecesOf, SIGNATURES, type SimulatedReply, type SimulatedRequest, USAGE } from '../reply-content.ts'
import type { WireReply } from '../wire-server.ts'
import { eventFrame, exceptionFrame } from './event-frames.ts'

const usage = {
  inputTokens: USAGE.prompt - USAGE.cacheRead - USAGE.cacheWrite,
  outputTokens: USAGE.completion,
  totalTokens: USAGE.prompt + USAGE.completion,
  cacheReadInputTokens: USAGE.cacheRead,
  cacheWriteInputTokens: USAGE.cacheWrite,
}
const metrics = { latencyMs: 1_551 }

export function writeConverse(said: SimulatedReply, { isStream }: SimulatedRequest): WireReply {
  const stopReason = said.calls.length > 0 ? 'tool_use' : 'end_turn'
  if (isStream) return { type: 'application/vnd.amazon.eventstream', pieces: [...framesOf(said, stopReason)] }
  const content = [
    ...(said.thought === null
      ? []
      : [{ reasoningContent: { reasoningText: { text: said.thought, signature: SIGNATURES.claude } } }]),
    ...(said.text === '' ? [] : [{ text: said.text }]),
    ...said.calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } })),
  ]
  return { status: 200, json: { output: { message: { role: 'assistant', content } }, stopReason, usage, metrics } }
}

function* framesOf(said: SimulatedReply, stopReason: string): Generator<Uint8Array> {
  let contentBlockIndex = 0
  const delta = (value: object) => eventFrame('contentBlockDelta', { contentBlockIndex, delta: value, p: 'abcdefgh' })
  const stop = () => eventFrame('contentBlockStop', { contentBlockIndex: contentBlockIndex++, p: 'abc' })
  yield eventFrame('messageStart', { role: 'assistant', p: 'abcd' })
  if (said.thought !== null) {
    for (const text of piecesOf(said.thought)) yield delta({ reasoningContent: { text } })
    yield delta({ reasoningContent: { signature: SIGNATURES.claude } })
    yield stop()
  }
  for (const text of piecesOf(said.text)) yield delta({ text })
  if (said.breaksOff) return yield exceptionFrame('modelStreamErrorException', 'The model stopped unexpectedly.')
  if (said.text !== '') yield stop()
  for (const { id, name, input } of said.calls) {
    yield eventFrame('contentBlockStart', { contentBlockIndex, start: { toolUse: { toolUseId: id, name } } })
    for (const piece of piecesOf(JSON.stringify(input))) yield delta({ toolUse: { input: piece } })
    yield stop()
  }
  yield eventFrame('messageStop', { stopReason })
  yield eventFrame('metadata', { usage, metrics })
}
