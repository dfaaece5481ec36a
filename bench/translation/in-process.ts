/**
 * CPU time of translation alone, without sockets: a conversation and a response of one megabyte, and each word of a
 * stream.
 */

import { translateStream } from '../../server/src/gateway/attempt/translated-stream.ts'
import {
  decodeResponse,
  encodeBody,
  type Translation,
  translationOf,
} from '../../server/src/gateway/attempt/translation.ts'
import { ResponseBody } from '../../server/src/gateway/relay/response-body.ts'
import { findProvider } from '../../server/src/providers/registry.ts'
import { type Sample, sampleOf } from '../measure/sample.ts'
import { CALLERS } from './callers.ts'
import { ANSWERS, conversation } from './conversation.ts'
import { FORMATS, wholeStream } from './formats.ts'
import type { Pair } from './stream-cost.ts'

const ENDPOINTS = { chat: 'chat.completions', messages: 'messages', responses: 'responses' } as const

export type OwnCost = {
  readonly pair: Pair
  readonly requestBytes: number
  readonly requestMs: Sample
  readonly answerMs: Sample
  readonly wordMicroseconds: Sample
}

export async function measureOwn(pair: Pair, rounds: number, words: number): Promise<OwnCost> {
  const { model } = FORMATS[pair.format]!
  const body = conversation(pair.caller, model)
  const request = Buffer.from(JSON.stringify(body))
  const answer = Buffer.from(JSON.stringify(ANSWERS[pair.format]))
  const whole = translate(pair, body)
  const streamed = translate(pair, CALLERS[pair.caller].body(model))
  const events = wholeStream(FORMATS[pair.format]!, words)
  const requestMs: number[] = []
  const answerMs: number[] = []
  const wordMicroseconds: number[] = []
  for (let round = 0; round < rounds + WARM_UP; round++) {
    const [toProvider, toCaller] = [
      cpu(() => encodeBody(request, whole)),
      cpu(() => decodeResponse(200, answer, whole)),
    ]
    const streamMs = await streamCpu(events, streamed)
    if (round < WARM_UP) continue
    requestMs.push(toProvider)
    answerMs.push(toCaller)
    wordMicroseconds.push((streamMs * 1000) / words)
  }
  return {
    pair,
    requestBytes: request.length,
    requestMs: sampleOf(requestMs),
    answerMs: sampleOf(answerMs),
    wordMicroseconds: sampleOf(wordMicroseconds),
  }
}

// Enough for the JIT compiler to finish.
const WARM_UP = 5

function translate({ caller, format }: Pair, body: Record<string, unknown> | object): Translation {
  const { provider, model } = FORMATS[format]!
  const params = body as Record<string, unknown>
  const translation = translationOf(ENDPOINTS[caller], findProvider(provider)!, model, params)
  if (!translation) throw new Error(`${caller} to ${format} is not translated`)
  return translation
}

function cpu(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return millisecondsSince(before)
}

async function streamCpu(events: readonly Uint8Array[], translation: Translation): Promise<number> {
  let next = 0
  const source = new ResponseBody(async () => events[next++] ?? null)
  const before = process.cpuUsage()
  const translated = translateStream(source, translation, {
    onUsage: () => {},
    isLarge: () => false,
    readLarge: () => Promise.reject(new Error('unexpected large event')),
  })
  let bytes = 0
  for (let chunk = await translated.read(); chunk; chunk = await translated.read()) bytes += chunk.length
  if (bytes === 0) throw new Error('the stream produced no bytes')
  return millisecondsSince(before)
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
