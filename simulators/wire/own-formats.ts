/** Nomic, Segmind, Stability AI, Triton and SageMaker: only the APIs that the gateway translates or signs. */

import { z } from 'zod'
import { checkSignature } from './converse/signature.ts'
import { PICTURE } from './openai/media.ts'
import { vectorOf } from './openai/openai.ts'
import { GREETING, piecesOf } from './reply-content.ts'
import { data } from './sse.ts'
import { readAs, refuseUnless, type WireProvider, WireRefusal, type WireRequest } from './wire-server.ts'

export const OWN_KEY = 'own-key-of-the-simulator'

const nomicBody = z.strictObject({
  model: z.string().min(1),
  texts: z.array(z.string().min(1)).min(1),
  task_type: z.enum(['search_document', 'search_query', 'clustering', 'classification']).optional(),
  dimensionality: z.int().min(64).optional(),
})

export const nomicWire: WireProvider = {
  answer(request) {
    expectBearer(request)
    refuseUnless(request.path === '/v1/embedding/text', 'Not Found', 404)
    const { texts, model } = readAs(nomicBody, request.json)
    const usage = { prompt_tokens: 8, total_tokens: 8 }
    return { status: 200, json: { embeddings: texts.map(vectorOf), model, usage } }
  },
  refuse: (status, message) => ({ status, json: { detail: message } }),
}

const segmindBody = z.strictObject({
  prompt: z.string().min(1),
  samples: z.int().min(1).max(10).optional(),
  img_width: z.int().optional(),
  img_height: z.int().optional(),
  base64: z.literal(true),
})

export const segmindWire: WireProvider = {
  answer(request) {
    refuseUnless(request.headers['x-api-key'] === OWN_KEY, 'Invalid API key', 401)
    refuseUnless(request.headers['authorization'] === undefined, 'Two credentials were sent.')
    refuseUnless(request.path === '/v1/sdxl1.0-txt2img', 'Model not found', 404)
    const { prompt, samples = 1, img_width: width, img_height: height } = readAs(segmindBody, request.json)
    failIfAsked(prompt)
    refuseUnless(samples === 1 || (width === 1024 && height === 1024), 'the size got lost')
    return { status: 200, json: { image: samples === 1 ? PICTURE : Array.from({ length: samples }, () => PICTURE) } }
  },
  refuse: (status, message) => ({ status, json: { error: message } }),
}

const stabilityBody = z.strictObject({
  text_prompts: z.array(z.strictObject({ text: z.string().min(1), weight: z.number() })).min(1),
  samples: z.int().min(1).max(10).optional(),
  width: z.int().multipleOf(64).optional(),
  height: z.int().multipleOf(64).optional(),
})

export const stabilityWire: WireProvider = {
  answer(request) {
    expectBearer(request)
    refuseUnless(request.path === '/v1/generation/stable-diffusion-xl-1024-v1-0/text-to-image', 'no such engine', 404)
    const { text_prompts: prompts, samples = 1 } = readAs(stabilityBody, request.json)
    failIfAsked(prompts[0]!.text)
    const artifacts = Array.from({ length: samples }, (_, seed) => ({ base64: PICTURE, seed, finishReason: 'SUCCESS' }))
    return { status: 200, json: { artifacts } }
  },
  refuse: (status, message) => ({ status, json: { id: 'e-1', name: 'bad_request', message } }),
}

const tritonBody = z.strictObject({
  text_input: z.string().min(1),
  stop_words: z.array(z.string()).optional(),
  stream: z.literal(true).optional(),
})

export const tritonWire: WireProvider = {
  answer(request) {
    refuseUnless(request.headers['authorization'] === undefined, 'Triton takes no credential')
    const { text_input: text, stream } = readAs(tritonBody, request.json)
    failIfAsked(text)
    const at = stream === true ? '/v2/models/llama/generate_stream' : '/v2/models/llama/generate'
    refuseUnless(request.path === at, 'Not Found', 404)
    const named = { model_name: 'llama', model_version: '1' }
    if (stream !== true) return { status: 200, json: { ...named, text_output: GREETING } }
    const pieces = piecesOf(GREETING).map((piece) => data({ ...named, text_output: piece }))
    const sent = text === 'fail midway' ? [...pieces.slice(0, 2), data({ error: 'the model stopped' })] : pieces
    return { type: 'text/event-stream', pieces: sent }
  },
  refuse: (status, message) => ({ status, json: { error: message } }),
}

/** https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_runtime_InvokeEndpoint.html */
export const sagemakerWire: WireProvider = {
  answer(request) {
    checkSignature(request, 'sagemaker')
    refuseUnless(request.headers['x-amzn-sagemaker-target-variant'] === 'blue', 'the variant got lost')
    refuseUnless(request.path === '/endpoints/my-endpoint/invocations', 'Not Found', 404)
    failIfAsked(Buffer.from(request.body).toString('utf8'))
    return { status: 201, json: { id: 'task-1', received: request.body.length } }
  },
  refuse: (status, message) => ({ status, json: { detail: message } }),
}

function expectBearer(request: WireRequest): void {
  refuseUnless(request.headers['authorization'] === `Bearer ${OWN_KEY}`, 'Unauthorized', 401)
}

function failIfAsked(text: string): void {
  const failure = /fail ([0-9]{3})/.exec(text)?.[1]
  if (failure !== undefined) throw new WireRefusal(`simulated failure ${failure}`, Number(failure))
}
