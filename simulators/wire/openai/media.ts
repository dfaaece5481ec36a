/** OpenAI's speech, transcriptions, images and moderations: https://platform.openai.com/docs/api-reference. */

import { z } from 'zod'
import { type JsonObject, readAs, refuseUnless, WireRefusal, type WireReply, type WireRequest } from '../wire-server.ts'

/** Bytes that are not valid UTF-8: a gateway that decoded them as text would corrupt them. */
export const SPEECH = Uint8Array.from({ length: 4_099 }, (_, i) => (i * 151) % 256)
export const PICTURE = Buffer.from('a picture, as far as anyone can tell').toString('base64')

const speechBody = z.strictObject({
  model: z.string().min(1),
  input: z.string().min(1).max(4_096),
  voice: z.string().min(1),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).optional(),
  speed: z.number().min(0.25).max(4).optional(),
  instructions: z.string().optional(),
  stream_format: z.enum(['sse', 'audio']).optional(),
})

export function speak(json: JsonObject): WireReply {
  const { input } = readAs(speechBody, json)
  failIfAsked(input)
  return { type: 'audio/mpeg', pieces: [SPEECH] }
}

const TRANSCRIPTION_FIELDS = ['file', 'model', 'language', 'prompt', 'response_format', 'temperature']

export async function transcribe(request: WireRequest, isTranslation: boolean): Promise<WireReply> {
  const form = await readForm(request, TRANSCRIPTION_FIELDS)
  refuseUnless(!isTranslation || !form.has('language'), 'language: translations are into English only')
  const file = form.get('file')
  refuseUnless(file instanceof File, 'file: required')
  failIfAsked(String(form.get('prompt') ?? ''))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 8)
  const text = `${isTranslation ? 'translated' : 'heard'} ${file.name} ${hash}`
  return { status: 200, json: { text, usage: { type: 'duration', seconds: 3 } } }
}

const imageBody = z.strictObject({
  model: z.string().min(1),
  prompt: z.string().min(1),
  n: z.int().min(1).max(10).nullish(),
  size: z.string().optional(),
  quality: z.string().optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
  output_format: z.enum(['png', 'jpeg', 'webp']).optional(),
  background: z.string().optional(),
  user: z.string().optional(),
})
const imageUsage = {
  input_tokens: 8,
  output_tokens: 16,
  total_tokens: 24,
  input_tokens_details: { text_tokens: 8, image_tokens: 0 },
}

export function draw(json: JsonObject): WireReply {
  const { prompt, n } = readAs(imageBody, json)
  failIfAsked(prompt)
  const images = Array.from({ length: n ?? 1 }, () => ({ b64_json: PICTURE }))
  return { status: 200, json: { created: 1_713_833_628, data: images, usage: imageUsage } }
}

export async function edit(request: WireRequest): Promise<WireReply> {
  const form = await readForm(request, ['image', 'image[]', 'mask', 'prompt', 'model', 'n', 'size'])
  const images = [...form.getAll('image'), ...form.getAll('image[]')]
  refuseUnless(images.length > 0 && images.every((image) => image instanceof File), 'image: required')
  const prompt = form.get('prompt')
  refuseUnless(typeof prompt === 'string' && prompt !== '', 'prompt: required')
  failIfAsked(prompt)
  const sizes = images.map((image) => (image as File).size).join('+')
  const drawn = Buffer.from(`edited ${sizes} bytes`).toString('base64')
  return { status: 200, json: { created: 1_713_833_628, data: [{ b64_json: drawn }], usage: imageUsage } }
}

const moderationBody = z.strictObject({
  model: z.string().min(1).optional(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
})

export function moderate(json: JsonObject): WireReply {
  const { input, model } = readAs(moderationBody, json)
  const texts = [input].flat()
  failIfAsked(texts[0] ?? '')
  const results = texts.map((text) => {
    const flagged = text.includes('violent')
    return { flagged, categories: { violence: flagged }, category_scores: { violence: flagged ? 0.9 : 0.1 } }
  })
  return { status: 200, json: { id: 'modr-1', model: model ?? 'omni-moderation-latest', results } }
}

type Form = Awaited<ReturnType<Response['formData']>>

async function readForm(request: WireRequest, known: readonly string[]): Promise<Form> {
  const type = request.headers['content-type'] ?? ''
  refuseUnless(type.startsWith('multipart/form-data; boundary='), `content-type: ${type}`)
  const form = await new Response(Buffer.from(request.body), { headers: { 'content-type': type } }).formData()
  for (const name of form.keys()) refuseUnless(known.includes(name), `Unknown parameter: '${name}'.`)
  refuseUnless(typeof form.get('model') === 'string', 'you must provide a model parameter')
  return form
}

function failIfAsked(text: string): void {
  const failure = /^fail (\d{3})$/.exec(text)?.[1]
  if (failure !== undefined) throw new WireRefusal(`simulated failure ${failure}`, Number(failure))
}
