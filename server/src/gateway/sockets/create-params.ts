/** The parameters of `response.create` and `response.steer` of the Responses API. */

import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject } from '../../core/json.ts'

/** Members of an event whose parameters are nested in `response`. */
const ENVELOPE: ReadonlySet<string> = new Set(['type', 'event_id', 'stream_id', 'response'])

/** The event, or its member `response`, in which older clients nest the parameters. */
export function createParams(event: JsonObject): JsonObject | GatewayError {
  const { response } = event
  if (!isObject(response)) return event
  if (Object.keys(event).every((name) => ENVELOPE.has(name))) return response
  return new GatewayError('invalid_body', {
    param: 'response',
    message: 'The event has parameters both inside and outside "response".',
    hint: 'Send all parameters as members of the event.',
  })
}
