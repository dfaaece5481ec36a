/** Handles POST /embeddings of the mock provider. Equal texts have equal vectors. */

import { countTokens, failure, type JsonObject, json, readCount, readText } from './reply.ts'

const DEFAULT_DIMENSIONS = 1536
const MAX_DIMENSIONS = 4096
const MAX_INPUTS = 2048
/** Limits the work on the main thread to about 40 ms. */
const MAX_NUMBERS = 262_144

export function answerEmbeddings(body: JsonObject): Response {
  const inputs = readInputs(body['input'])
  if (inputs === null)
    return failure(400, "'input' must be a string or an array of strings or tokens.", 'invalid_input')
  const dimensions = Math.min(readCount(body['dimensions']) ?? DEFAULT_DIMENSIONS, MAX_DIMENSIONS)
  if (inputs.length * dimensions > MAX_NUMBERS)
    return failure(
      400,
      `The mock returns at most ${MAX_NUMBERS} dimensions per request: send fewer inputs.`,
      'too_many_inputs',
    )
  const isBase64 = body['encoding_format'] === 'base64'
  const data = inputs.map((text, index) => {
    const vector = embed(text, dimensions)
    // The official SDK requests base64 by default: little-endian 32-bit floats.
    const embedding = isBase64 ? Buffer.from(vector.buffer).toString('base64') : Array.from(vector)
    return { object: 'embedding', index, embedding }
  })
  const tokens = inputs.reduce((sum, text) => sum + Math.max(1, countTokens(text)), 0)
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  return json({ object: 'list', data, model: readText(body['model']) ?? 'mock-embedding', usage })
}

function readInputs(input: unknown): readonly string[] | null {
  if (typeof input === 'string') return [input]
  if (!Array.isArray(input) || input.length === 0 || input.length > MAX_INPUTS) return null
  if (input.every((entry) => typeof entry === 'number')) return [input.join(' ')]
  return input.map((entry) => (Array.isArray(entry) ? entry.join(' ') : String(entry)))
}

/** A unit vector from a pseudo-random generator seeded with the text's hash. */
function embed(text: string, dimensions: number): Float32Array {
  let state = Bun.hash.xxHash32(text) || 1
  const vector = new Float32Array(dimensions)
  let squares = 0
  for (let i = 0; i < dimensions; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const value = state / 0x8000_0000
    vector[i] = value
    squares += value * value
  }
  const length = Math.sqrt(squares) || 1
  return vector.map((value) => value / length)
}
