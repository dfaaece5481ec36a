/** Bedrock's runtime behind its signature: Converse, ConverseStream, and InvokeModel of an embedding family. */

import { z } from 'zod'
import { vectorOf } from '../openai/openai.ts'
import { tell } from '../story.ts'
import { readAs, refuseUnless, type WireProvider, WireRefusal } from '../wire-server.ts'
import { writeConverse } from './answer.ts'
import { readConverse } from './request.ts'
import { checkSignature } from './signature.ts'

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed.html */
const embedBody = z.strictObject({
  texts: z.array(z.string().min(1)).min(1).max(96),
  input_type: z.enum(['search_document', 'search_query', 'classification', 'clustering']),
  embedding_types: z.array(z.enum(['float'])).optional(),
  truncate: z.enum(['NONE', 'START', 'END']).optional(),
  output_dimension: z.int().optional(),
})

const TYPES: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  429: 'ThrottlingException',
}

export const bedrockWire: WireProvider = {
  answer(request) {
    checkSignature(request)
    const [, segment, action] = /^\/model\/([^/]+)\/([a-z-]+)$/.exec(request.path) ?? []
    refuseUnless(segment !== undefined && action !== undefined, `Unknown operation: ${request.path}`, 404)
    const model = decodeURIComponent(segment)
    refuseUnless(/^[a-z0-9.:-]+$/.test(model), 'The provided model identifier is invalid.')
    if (action === 'invoke') {
      const { texts } = readAs(embedBody, request.json)
      const embeddings = { float: texts.map(vectorOf) }
      return { status: 200, json: { id: 'e-1', response_type: 'embeddings_by_type', embeddings, texts } }
    }
    if (action !== 'converse' && action !== 'converse-stream')
      throw new WireRefusal(`Unknown operation: ${action}`, 404)
    const asked = readConverse(request.json, action === 'converse-stream')
    return writeConverse(tell(asked), asked)
  },
  refuse(status, message) {
    const type = TYPES[status] ?? 'InternalServerException'
    return { status, headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/` }, json: { message } }
  },
}
