/** A whole chat completion as a response object. */

import { GatewayError } from '../../../core/errors.ts'
import type { JsonObject } from '../../dialect.ts'
import { isObject, listOf, objectOf } from '../../framing/json-shape.ts'
import { RequestEcho } from '../../request-echo.ts'
import { OutputItems } from './output-items.ts'
import { echoOf, endedResponse, endingOf, responseHead } from './response-object.ts'

export function fromChat(completion: JsonObject, request: JsonObject | RequestEcho): JsonObject {
  const [choice] = listOf(completion['choices'])
  if (!isObject(choice) || !isObject(choice['message'])) {
    throw new GatewayError('upstream_broken', {
      message: 'The provider’s answer is no chat completion: it has no choice.',
    })
  }
  const echo = request instanceof RequestEcho ? request : echoOf(request)
  const output = new OutputItems(() => '', new Set(echo.customTools))
  output.add(objectOf(choice['message']), choice['logprobs'])
  const ending = endingOf(choice['finish_reason'])
  output.finish(ending.status === 'completed')
  return endedResponse(responseHead(echo, completion), ending, output.items(), completion['usage'])
}
