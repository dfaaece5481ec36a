/** Bedrock's runtime API with signature checks: Converse, ConverseStream, and InvokeModel for embedding models. */

import { z } from 'zod'
import { vectorOf } from '../openai/openai.ts'
import { replyTo } from '../reply-content.ts'
import {
  type JsonObject,
  readAs,
  refuseUnless,
  type WireProvider,
  WireRefusal,
  type WireReply,
} from '../wire-server.ts'
import { readConverse } from './request.ts'
import { writeConverse } from './response.ts'
import { checkSignature } from './signature.ts'

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed.html */
const embedBody = z.strictObject({
  texts: z.array(z.string().min(1)).min(1).max(96),
  input_type: z.enum(['search_document', 'search_query', 'classification', 'clustering']),
  embedding_types: z.array(z.enum(['float'])).optional(),
  truncate: z.enum(['NONE', 'START', 'END']).optional(),
  output_dimension: z.int().optional(),
})

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html */
const titanBody = z.strictObject({
  inputText: z.string().min(1),
  dimensions: z.union([z.literal(256), z.literal(512), z.literal(1024)]).optional(),
  normalize: z.boolean().optional(),
  embeddingTypes: z.array(z.enum(['float', 'binary'])).optional(),
})

/** https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html */
const novaBody = z.strictObject({
  schemaVersion: z.literal('nova-multimodal-embed-v1').optional(),
  taskType: z.literal('SINGLE_EMBEDDING'),
  singleEmbeddingParams: z.strictObject({
    embeddingPurpose: z.enum(['GENERIC_INDEX', 'GENERIC_RETRIEVAL', 'TEXT_RETRIEVAL', 'CLASSIFICATION', 'CLUSTERING']),
    embeddingDimension: z.union([z.literal(256), z.literal(384), z.literal(1024), z.literal(3072)]).optional(),
    text: z.strictObject({ truncationMode: z.enum(['START', 'END', 'NONE']), value: z.string().min(1) }),
  }),
})

function embed(model: string, json: JsonObject): WireReply {
  if (model.includes('titan-embed')) {
    const { inputText } = readAs(titanBody, json)
    return { status: 200, json: { embedding: vectorOf(inputText), inputTextTokenCount: 4 } }
  }
  if (model.includes('nova')) {
    const { text } = readAs(novaBody, json).singleEmbeddingParams
    return { status: 200, json: { embeddings: [{ embeddingType: 'TEXT', embedding: vectorOf(text.value) }] } }
  }
  const { texts } = readAs(embedBody, json)
  const embeddings = { float: texts.map(vectorOf) }
  return { status: 200, json: { id: 'e-1', response_type: 'embeddings_by_type', embeddings, texts } }
}

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
    if (action === 'invoke') return embed(model, request.json)
    if (action !== 'converse' && action !== 'converse-stream')
      throw new WireRefusal(`Unknown operation: ${action}`, 404)
    const asked = readConverse(request.json, action === 'converse-stream')
    return writeConverse(replyTo(asked), asked)
  },
  refuse(status, message) {
    const type = TYPES[status] ?? 'InternalServerException'
    return { status, headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/` }, json: { message } }
  },
}
