/** Refuses models that the integration of a virtual key does not serve. */

import { GatewayError } from '../../core/errors.ts'
import { formatOf } from '../meter/priced-format.ts'
import type { LiveGrant } from '../stored/virtual-keys.ts'
import { modelOf, type PlannedAttempt } from './bound-attempt.ts'

/** Null if the attempt may be sent. */
export function refuseModel(attempt: PlannedAttempt): GatewayError | null {
  const { request, target, virtualKey } = attempt
  const integration = virtualKey?.integration
  if (!integration) return null
  // Requests without a model that cost nothing only read, store or delete.
  const isFree = () => formatOf(request.head) === 'free'
  const refusal = modelRefusal(integration, modelOf(attempt), isFree, target.configPath)
  if (refusal) request.journal.decide('attempt', target.configPath, `${refusal.code}: ${refusal.message}`)
  return refusal
}

/** `isFree`: whether a request without a model may be sent. */
export function modelRefusal(
  integration: LiveGrant,
  model: string | null,
  isFree: () => boolean,
  param: string,
): GatewayError | null {
  if (servesEverything(integration)) return null
  if (model === null) {
    if (isFree()) return null
    return new GatewayError('model_not_allowed', {
      param,
      message: `The integration "${integration.slug}" serves only some models, and the model of this request is not known.`,
      hint: 'Name the model in the body. Batches and uploads that are not read cannot be sent with this integration.',
    })
  }
  if (servesModel(integration, model)) return null
  return new GatewayError('model_not_allowed', {
    param,
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
