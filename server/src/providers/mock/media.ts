/** Returns the smallest valid responses for images, speech, transcriptions and moderations of the mock provider. */

import { eventStream } from './event-stream.ts'
import { streamFault } from './faults.ts'
import * as reply from './reply.ts'

/** One transparent pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const MAX_IMAGES = 10

const CATEGORIES = ['harassment', 'hate', 'illicit', 'self-harm', 'sexual', 'violence'] as const

export function answerImages(body: reply.JsonObject): Response {
  const count = Math.min(reply.readCount(Number(body['n'])) ?? 1, MAX_IMAGES)
  const image = body['response_format'] === 'url' ? { url: `data:image/png;base64,${PNG}` } : { b64_json: PNG }
  const inputTokens = reply.countTokens(reply.textOf(body['prompt']))
  const usage = { input_tokens: inputTokens, output_tokens: count, total_tokens: inputTokens + count }
  return reply.json({ created: reply.nowSeconds(), data: Array.from({ length: count }, () => image), usage })
}

export function answerSpeech(): Response {
  return new Response(silence(), { headers: { 'content-type': 'audio/wav' } })
}

export function answerTranscription(form: reply.Form): Response {
  const file = form.get('file')
  if (!(file instanceof File)) return reply.failure(400, "The form has no 'file'.", 'missing_file')
  const text = `Mock transcription of ${file.name} with ${file.size} bytes.`
  if (form.get('response_format') === 'text') return new Response(text, { headers: { 'content-type': 'text/plain' } })
  if (form.get('stream') !== 'true') return reply.json({ text })
  const deltas = reply.splitPieces(text).map((delta) => ({ data: { type: 'transcript.text.delta', delta } }))
  const done = { data: { type: 'transcript.text.done', text } }
  return eventStream([...deltas, done], streamFault(String(form.get('model'))))
}

/** Flags inputs that contain `mock:flag`. */
export function answerModeration(body: reply.JsonObject): Response {
  const input = body['input']
  const results = (Array.isArray(input) ? input : [input]).map((entry) => {
    const flagged = reply.textOf(entry).includes('mock:flag')
    return {
      flagged,
      categories: Object.fromEntries(CATEGORIES.map((name) => [name, flagged && name === 'violence'])),
      category_scores: Object.fromEntries(
        CATEGORIES.map((name) => [name, flagged && name === 'violence' ? 0.99 : 0.01]),
      ),
    }
  })
  const model = reply.readText(body['model']) ?? 'mock-moderation'
  return reply.json({ id: reply.newId('modr-'), model, results })
}

/** A tenth of a second of silence: 8 kHz, 16 bits, one channel. */
function silence(): Uint8Array<ArrayBuffer> {
  const dataBytes = 1600
  const wav = new Uint8Array(44 + dataBytes)
  const view = new DataView(wav.buffer)
  const ascii = (offset: number, text: string) => wav.set(new TextEncoder().encode(text), offset)
  ascii(0, 'RIFF')
  view.setUint32(4, 36 + dataBytes, true)
  ascii(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8000, true)
  view.setUint32(28, 16000, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  ascii(36, 'data')
  view.setUint32(40, dataBytes, true)
  return wav
}
