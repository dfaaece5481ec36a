/** Accepts Gemini's embedContent and batchEmbedContents from callers, for every provider with embeddings. */

import type { InboundContext, InboundFormat, JsonObject } from '../dialect.ts'
import type { EmbeddingsResponse } from '../embeddings.ts'
import {
  countOf,
  invalidMember,
  isAbsent,
  isObject,
  objectOf,
  objectsIn,
  textOf,
  type UncheckedObject,
} from '../json.ts'
import { RequestEcho } from '../request-echo.ts'
import { fromError } from './response.ts'
import { memberOf } from './spelling.ts'

export const embedContentInbound: InboundFormat = {
  name: 'embed-content',
  toChat: (body, context) => ({ ...optionsOf(body, context), input: textOfContent(body['content'], 'content') }),
  echoOf: ({ model }) => new RequestEcho({ model }, []),
  fromChat: (response) => {
    const { rows, usage } = readResponse(response)
    return { embedding: rows[0] ?? { values: [] }, ...usage }
  },
  fromError,
}

export const batchEmbedContentsInbound: InboundFormat = {
  name: 'batch-embed-contents',
  toChat(body, context) {
    const requests: JsonObject[] = objectsIn(body['requests'])
    if (requests.length === 0) throw invalidMember('requests', 'expected a list of requests.', 'Send at least one.')
    const input = requests.map(({ content }, i) => textOfContent(content, `requests[${i}].content`))
    checkSame(requests, 'outputDimensionality')
    checkSame(requests, 'taskType')
    checkSame(requests, 'model')
    return { ...optionsOf({ ...requests[0], model: body['model'] }, context), input }
  },
  echoOf: ({ model }) => new RequestEcho({ model }, []),
  fromChat: (response) => {
    const { rows, usage } = readResponse(response)
    return { embeddings: rows, ...usage }
  },
  fromError,
}

/** Only Google has task types and titles. They are sent to Vertex AI and left out, with a warning, for others. */
function optionsOf(body: JsonObject, context: InboundContext | undefined): JsonObject {
  const config: JsonObject = { ...body, ...objectOf(memberOf(body, 'embedContentConfig')) }
  const dimensions = memberOf(config, 'outputDimensionality')
  const isGoogle = context?.provider === 'vertex-ai'
  const taskType = memberOf(config, 'taskType')
  const dropped = ['taskType', 'title'].filter((name) => !isAbsent(memberOf(config, name)))
  if (!isGoogle && dropped.length > 0)
    context?.warn(`Left out members that ${context.provider ?? 'the provider'} does not have: ${dropped.join(', ')}.`)
  return {
    model: body['model'],
    ...(!isAbsent(dimensions) && { dimensions }),
    ...(isGoogle && !isAbsent(taskType) && { task_type: taskType }),
    ...(isGoogle && !isAbsent(config['title']) && { title: config['title'] }),
  }
}

/** Other providers embed all texts of a request with the same options. */
function checkSame(requests: readonly JsonObject[], name: string): void {
  const first = requests[0] ? memberOf(requests[0], name) : undefined
  const other = requests.findIndex((request) => (memberOf(request, name) ?? null) !== (first ?? null))
  if (other > 0) {
    throw invalidMember(
      `requests[${other}].${name}`,
      'differs from that of the first request.',
      'Send requests with different options separately, or choose a Google model.',
    )
  }
}

function textOfContent(content: unknown, param: string): string {
  if (typeof content === 'string') return content
  const parts = objectOf(content)['parts']
  const list: unknown[] = Array.isArray(parts) ? parts : isAbsent(parts) ? [] : [parts]
  const texts = list.map((part, i) => {
    const { text } = objectOf(part) as JsonObject
    if (typeof text === 'string') return text
    throw invalidMember(`${param}.parts[${i}]`, 'only text can be embedded.', 'Send text, or choose a Google model.')
  })
  if (texts.length === 0) throw invalidMember(param, 'expected a content with a text part.', 'Send { "parts": [...] }.')
  return texts.join('\n')
}

type Row = { readonly values: readonly unknown[] }

function readResponse(response: UncheckedObject<EmbeddingsResponse>): { rows: Row[]; usage: JsonObject } {
  const data = objectsIn(response.data)
  const rows: Row[] = data.map(() => ({ values: [] }))
  for (const [position, row] of data.entries()) {
    const index = countOf(row.index) ?? position
    if (index < rows.length) rows[index] = { values: vectorOf(row.embedding) }
  }
  const tokens = isObject(response.usage) ? countOf(response.usage.prompt_tokens) : null
  return { rows, usage: tokens === null || tokens === 0 ? {} : { usageMetadata: { promptTokenCount: tokens } } }
}

/** Numbers, or base64 of little-endian 32-bit floats. */
function vectorOf(embedding: unknown): readonly unknown[] {
  if (Array.isArray(embedding)) return embedding
  const bytes = Buffer.from(textOf(embedding), 'base64')
  const numbers: number[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) numbers.push(bytes.readFloatLE(at))
  return numbers
}
