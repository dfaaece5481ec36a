/** Guardrails: nothing that a denying guardrail looks for passes, however it is written, sent or judged. */

import type { Group } from '../../case.ts'
import { guardedReplyCases } from './guarded-replies.ts'
import { guardedRequestCases } from './guarded-requests.ts'
import { guardrailWebhookCases } from './guardrail-webhooks.ts'

export function guardrailsGroup(): Group {
  const cases = [...guardedRequestCases(), ...guardedReplyCases(), ...guardrailWebhookCases()]
  return { name: 'guardrails', about: 'guardrails under attack', cases }
}
