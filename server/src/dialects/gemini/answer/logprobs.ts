/** Gemini's logprobsResult in OpenAI's form. */

import type { JsonObject } from '../../dialect.ts'
import { listOf, numberOf, objectOf } from '../members.ts'

export function decodeLogprobs(value: unknown): JsonObject | null {
  const result = objectOf(value)
  if (!result) return null
  const alternatives = listOf(result['topCandidates'])
  const content = listOf(result['chosenCandidates']).map((chosen, i) => ({
    ...decodeToken(chosen),
    top_logprobs: listOf(objectOf(alternatives[i])?.['candidates']).map(decodeToken),
  }))
  return { content, refusal: null }
}

function decodeToken(value: unknown): JsonObject {
  const candidate = objectOf(value) ?? {}
  const token = typeof candidate['token'] === 'string' ? candidate['token'] : ''
  return { token, logprob: numberOf(candidate['logProbability']) ?? -9999, bytes: [...Buffer.from(token)] }
}
