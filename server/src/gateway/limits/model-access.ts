/** Refuses models that the integration of a virtual key does not serve. */

import { GatewayError } from '../../core/errors.ts'
import { servesModel } from '../../core/stores/virtual-keys.ts'
import { createsBatch, formatOf } from '../meter/priced-format.ts'
import type { LiveGrant } from '../stored/virtual-keys.ts'
import { modelOf, type PlannedAttempt } from './bound-attempt.ts'
import { otherModels } from './other-models.ts'

/** Null if the attempt may be sent. */
export function modelRefusalOf(attempt: PlannedAttempt): GatewayError | null {
  const { request, target, virtualKey } = attempt
  const integration = virtualKey?.integration
  if (!integration || servesEverything(integration)) return null
  // Each line of a batch names its own model.
  const models = createsBatch(request.head) ? null : modelsOf(attempt)
  // A free request without a model only reads, stores or deletes something.
  const isFree = () => formatOf(request.head) === 'free' || isNamedLater(attempt)
  const refusal = modelRefusal(integration, models, isFree, target.configPath)
  if (refusal) request.journal.decide('attempt', target.configPath, `${refusal.code}: ${refusal.message}`)
  return refusal
}

/** `models` is null if they are unknown. `isFree`: whether a request without a known model may be sent. */
export function modelRefusal(
  integration: LiveGrant,
  models: readonly string[] | null,
  isFree: () => boolean,
  param: string,
): GatewayError | null {
  if (servesEverything(integration)) return null
  if (models === null || models.length === 0) {
    if (isFree()) return null
    return new GatewayError('model_not_allowed', {
      param,
      message: `The integration "${integration.slug}" serves only some models, and the model of this request is not known.`,
      hint: 'Name the model in the body. Batches and uploads that are not read cannot be sent with this integration.',
    })
  }
  const disabled = models.find((model) => !servesModel(integration, model))
  if (disabled === undefined) return null
  return new GatewayError('model_not_allowed', {
    param,
    message: `The model "${disabled.slice(0, 128)}" is not enabled on the integration "${integration.slug}".`,
    hint: `Use an enabled model, or enable it with PUT /v1/integrations/${integration.slug}/models.`,
  })
}

/** On these WebSockets, the messages name the model, and the model of each message is checked. */
function isNamedLater({ request, body }: PlannedAttempt): boolean {
  const { socket } = request.head
  return (socket === 'responses' || socket === 'live') && body === null
}

/** The model that serves the attempt, and the others that the provider may use for it. Null if they are too many to check. */
function modelsOf(attempt: PlannedAttempt): readonly string[] | null {
  const model = modelOf(attempt)
  const others = attempt.otherModels === undefined ? otherModels(attempt.params) : attempt.otherModels
  return others && [...(model === null ? [] : [model]), ...others, ...modelsInQuery(attempt.request.head)]
}

/** Some providers read the model of a pass-through request from the query. */
function modelsInQuery({ endpoint, search }: PlannedAttempt['request']['head']): readonly string[] {
  if (endpoint.name !== 'proxy' || search === '') return []
  return [...new URLSearchParams(search)].flatMap(([name, value]) =>
    QUERY_NAMES.has(name.toLowerCase()) ? [value] : [],
  )
}

const QUERY_NAMES: ReadonlySet<string> = new Set(['model', 'model_id', 'deployment', 'deployment_id', 'engine'])

function servesEverything({ allowsAllModels, exceptions }: LiveGrant): boolean {
  return allowsAllModels && exceptions.size === 0
}
