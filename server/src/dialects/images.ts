/** Translates image generation for providers with formats of their own. They return images as base64. */

import type { Dialect, DialectContext, JsonObject } from './dialect.ts'
import { decodeVariantError } from './embeddings.ts'
import { invalidMember, isAbsent, listOf, numberMember, objectsIn, textOrNull, unreadableResponse } from './json.ts'

type Drawing = { prompt: string; n: number | undefined; width: number | undefined; height: number | undefined }

/** Members of OpenAI's format. All others are the provider's own and are forwarded. */
const OPENAI_MEMBERS: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'n',
  'size',
  'response_format',
  'stream',
  'user',
  'quality',
  'background',
  'output_format',
])

/** https://docs.segmind.com/api: `base64` makes it return JSON instead of the picture's bytes. */
export const segmindImages = imagesDialect(
  'segmind-images',
  ({ prompt, n, width, height }) => ({
    prompt,
    ...(n !== undefined && { samples: n }),
    ...(width !== undefined && { img_width: width, img_height: height }),
    base64: true,
  }),
  ({ image }) => (Array.isArray(image) ? image : [image]),
)

/** https://platform.stability.ai/docs/api-reference, Text-to-image of version 1. */
export const stabilityImages = imagesDialect(
  'stability-images',
  ({ prompt, n, width, height }) => ({
    text_prompts: [{ text: prompt, weight: 1 }],
    ...(n !== undefined && { samples: n }),
    ...(width !== undefined && { width, height }),
  }),
  ({ artifacts }) => objectsIn(artifacts).map(({ base64 }) => base64),
)

function imagesDialect(
  name: string,
  write: (drawing: Drawing) => JsonObject,
  read: (response: JsonObject) => readonly unknown[],
): Dialect {
  return {
    name,
    framing: 'sse',
    encode(body) {
      const own = Object.fromEntries(Object.entries(body).filter(([member]) => !OPENAI_MEMBERS.has(member)))
      return { ...write(drawingOf(body)), ...own }
    },
    decode(response, context) {
      return { created: context.nowSeconds, data: picturesOf(read(response), context) }
    },
    decodeError: decodeVariantError,
  }
}

function drawingOf(body: JsonObject): Drawing {
  const prompt = textOrNull(body['prompt'])
  if (prompt === null) throw invalidMember('prompt', 'expected a text that is not empty.')
  if (body['stream'] === true) throw invalidMember('stream', 'this provider does not stream images.')
  const format = body['response_format']
  if (!isAbsent(format) && format !== 'b64_json') {
    throw invalidMember('response_format', 'this provider returns pictures as "b64_json" only.')
  }
  const size = body['size']
  if (isAbsent(size) || size === 'auto')
    return { prompt, n: numberMember(body, 'n'), width: undefined, height: undefined }
  const [, width, height] = /^([0-9]{1,5})x([0-9]{1,5})$/.exec(String(size)) ?? []
  if (width === undefined || height === undefined) throw invalidMember('size', 'expected <width>x<height>.')
  return { prompt, n: numberMember(body, 'n'), width: Number(width), height: Number(height) }
}

function picturesOf(found: readonly unknown[], { provider }: DialectContext): JsonObject[] {
  const pictures = listOf(found).map(textOrNull)
  if (pictures.length === 0 || pictures.includes(null)) throw unreadableResponse(provider)
  return pictures.map((picture) => ({ b64_json: picture }))
}
