/** Parses a response of an embeddings endpoint in OpenAI's format. */

import { isObject } from '../core/json.ts'

/** Vectors in the order of the inputs. Throws if one is missing or not a list of numbers. */
export function readVectors(answer: unknown, count: number): Float32Array[] {
  const data = isObject(answer) ? answer['data'] : null
  if (!Array.isArray(data)) throw new Error('the response has no data')
  const vectors = Array.from({ length: count }, (): Float32Array | undefined => undefined)
  data.forEach((item: unknown, place) => {
    if (!isObject(item)) return
    const at = typeof item['index'] === 'number' ? item['index'] : place
    if (at >= 0 && at < count) vectors[at] = vectorOf(item['embedding'])
  })
  return vectors.map((vector) => {
    if (vector === undefined) throw new Error('a vector is missing')
    return vector
  })
}

function vectorOf(given: unknown): Float32Array | undefined {
  if (typeof given === 'string') {
    const bytes = Buffer.from(given, 'base64')
    return bytes.length % 4 === 0 ? new Float32Array(new Uint8Array(bytes).buffer) : undefined
  }
  if (!Array.isArray(given)) return undefined
  return given.every((value) => typeof value === 'number') ? Float32Array.from(given as number[]) : undefined
}
