/** Refuses models that the integration of a virtual key does not serve. */

import { GatewayError } from '../../core/errors.ts'
import { formatOf } from '../meter/priced-format.ts'
import type { LiveGrant } from '../stored/virtual-keys.ts'
import { modelOf, type PlannedAttempt } from './bound-attempt.ts'

/** Null if the attempt may be sent. */
export function refuseModel(attempt: PlannedAttempt): GatewayError | null {
  const integration = attempt.virtualKey?.integration
  if (!integration || servesEverything(integration)) return null
  const { request, target } = attempt
  const model = modelOf(attempt)
  if (model === null) {
    // Requests without a model that cost nothing only read, store or delete.
    if (formatOf(request.head) === 'free') return null
    // The messages of these sockets name the model, and each of them is checked.
    const { socket } = request.head
    if ((socket === 'responses' || socket === 'live') && attempt.body === null) return null
    return refusal(request.journal, target.configPath, {
      message: `The integration "${integration.slug}" serves only some models, and the model of this request is not known.`,
      hint: 'Name the model in the body. Batches and uploads that are not read cannot be sent with this integration.',
    })
  }
  if (servesModel(integration, model)) return null
  return refusal(request.journal, target.configPath, {
    message: `The model "${model.slice(0, 128)}" is not enabled on the integration "${integration.slug}".`,
    hint: `Use an enabled model, or enable it with PUT /v1/integrations/${integration.slug}/models.`,
  })
}

export function servesModel({ allowsAllModels, exceptions }: LiveGrant, model: string): boolean {
  return allowsAllModels !== exceptions.has(model)
}

function servesEverything({ allowsAllModels, exceptions }: LiveGrant): boolean {
  return allowsAllModels && exceptions.size === 0
}

type Reason = { readonly message: string; readonly hint: string }

function refusal(journal: PlannedAttempt['request']['journal'], param: string, reason: Reason): GatewayError {
  journal.decide('attempt', param, `model_not_allowed: ${reason.message}`)
  return new GatewayError('model_not_allowed', { param, ...reason })
}
