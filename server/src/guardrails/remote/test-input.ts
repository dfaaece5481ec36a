/** Inputs of remote checks, and services with responses from the test. */

import type { JsonObject } from '../../core/json.ts'
import type { CheckInput, CheckServices, ServiceResponse, TextPart } from '../check.ts'

export function textPart(text: string, more: Partial<TextPart> = {}): TextPart {
  return { path: 'messages[0].content', role: 'user', kind: 'text', text, isLast: true, ...more }
}

export function inputOf(texts: readonly string[], more: Partial<CheckInput> = {}): CheckInput {
  return {
    direction: 'input',
    parts: texts.map((text) => textPart(text)),
    request: {
      endpoint: 'chat.completions',
      model: 'gpt-4o',
      provider: 'openai',
      isStream: false,
      metadata: { team: 'search' },
      headers: { authorization: 'Bearer caller-secret', 'x-gateway-api-key': 'gww_secret' },
      organisationId: 'o',
      workspaceId: 'w',
    },
    requestBody: { model: 'gpt-4o', messages: texts.map((content) => ({ role: 'user', content })) },
    responseBody: null,
    ...more,
  }
}

export function jsonResponse(body: unknown, status = 200): ServiceResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) }
}

export type Inference = { readonly virtualKey: string; readonly path: string; readonly body: JsonObject }

/** Services whose model calls return `answer`. All other calls fail. */
export function modelServices(answer: (inference: Inference) => ServiceResponse): CheckServices & {
  readonly inferences: readonly Inference[]
} {
  const inferences: Inference[] = []
  return {
    inferences,
    fetch: () => Promise.reject(new Error('There is no network.')),
    resolves: () => Promise.reject(new Error('There is no network.')),
    async infer({ virtualKey }, path, body) {
      const inference = { virtualKey, path, body }
      inferences.push(inference)
      return answer(inference)
    },
  }
}

export const NEVER: AbortSignal = new AbortController().signal
