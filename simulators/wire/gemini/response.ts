/** Gemini's response and its stream, see https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse. */

import { piecesOf, SIGNATURES, type SimulatedReply, type SimulatedRequest, USAGE } from '../reply-content.ts'
import type { JsonObject, WireReply } from '../wire-server.ts'

const usageMetadata = {
  promptTokenCount: USAGE.prompt,
  cachedContentTokenCount: USAGE.cacheRead,
  candidatesTokenCount: USAGE.completion - USAGE.reasoning,
  thoughtsTokenCount: USAGE.reasoning,
  totalTokenCount: USAGE.prompt + USAGE.completion,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: USAGE.prompt }],
}

export function writeGenerated(said: SimulatedReply, { isStream }: SimulatedRequest, model: string): WireReply {
  const answer = (parts: JsonObject[], more: JsonObject) => ({
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
    usageMetadata,
    modelVersion: model,
    responseId: 'wQtpabGFHpT-nsEPwKm5iQc',
  })
  if (!isStream)
    return { status: 200, json: answer([...thoughts(said), ...texts(said), ...calls(said)], { finishReason: 'STOP' }) }
  const steps = [...thoughts(said), ...piecesOf(said.text).map((text) => ({ text })), ...calls(said)]
  const objects: object[] = steps.map((part) => answer([part], {}))
  // Gemini ends a text stream with an empty part.
  if (said.breaksOff) objects.push({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } })
  else
    objects.push(
      answer([{ text: '', ...(said.calls.length === 0 && { thoughtSignature: SIGNATURES.gemini }) }], {
        finishReason: 'STOP',
      }),
    )
  return { type: 'text/event-stream', pieces: objects.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`) }
}

function thoughts({ thought }: SimulatedReply): JsonObject[] {
  return thought === null ? [] : [{ text: thought, thought: true }]
}

function texts({ text }: SimulatedReply): JsonObject[] {
  return text === '' ? [] : [{ text, thoughtSignature: SIGNATURES.gemini }]
}

/** Only the first of several parallel calls is signed. */
function calls(said: SimulatedReply): JsonObject[] {
  return said.calls.map(({ id, name, input }, index) => ({
    functionCall: { id, name, args: input },
    ...(index === 0 && { thoughtSignature: SIGNATURES.gemini }),
  }))
}
