/** Gemini's token counts in OpenAI's terms: cached input is part of the input, thoughts are part of the output. */

import type { JsonObject } from '../../dialect.ts'
import { listOf, numberOf, objectOf } from '../members.ts'

/** Null when nothing was counted (Vertex sends `{ trafficType }` alone in early events). */
export function decodeUsage(metadata: unknown): JsonObject | null {
  const counts = objectOf(metadata)
  if (!counts) return null
  const prompt = numberOf(counts['promptTokenCount'])
  const toolPrompt = numberOf(counts['toolUsePromptTokenCount'])
  const candidates = numberOf(counts['candidatesTokenCount'])
  const thoughts = numberOf(counts['thoughtsTokenCount'])
  const total = numberOf(counts['totalTokenCount'])
  if (prompt === null && candidates === null && total === null) return null
  const input = (prompt ?? 0) + (toolPrompt ?? 0)
  const output = (candidates ?? 0) + (thoughts ?? 0)
  const usage: JsonObject = { prompt_tokens: input, completion_tokens: output, total_tokens: total ?? input + output }
  const promptDetails = known({
    cached_tokens: numberOf(counts['cachedContentTokenCount']),
    audio_tokens: tokensOf('AUDIO', counts['promptTokensDetails']),
    image_tokens: tokensOf('IMAGE', counts['promptTokensDetails']),
  })
  if (promptDetails) usage['prompt_tokens_details'] = promptDetails
  const completionDetails = known({
    reasoning_tokens: thoughts,
    audio_tokens: tokensOf('AUDIO', counts['candidatesTokensDetails']),
    image_tokens: tokensOf('IMAGE', counts['candidatesTokensDetails']),
  })
  if (completionDetails) usage['completion_tokens_details'] = completionDetails
  return usage
}

function tokensOf(modality: string, details: unknown): number | null {
  for (const detail of listOf(details)) {
    const row = objectOf(detail)
    if (row?.['modality'] === modality) return numberOf(row['tokenCount'])
  }
  return null
}

function known(members: Readonly<Record<string, number | null>>): JsonObject | null {
  const entries = Object.entries(members).filter(([, count]) => count !== null)
  return entries.length > 0 ? Object.fromEntries(entries) : null
}
