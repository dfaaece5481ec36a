/** The check `default.webhook`: another server decides, and may replace the body. */

import { z } from 'zod'
import { isObject, type JsonObject } from '../../core/json.ts'
import { originOf } from '../../core/request-url.ts'
import { signatureHeaders } from '../../core/webhook-signature.ts'
import type { CheckInput, CheckOutcome, RemoteCheck } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
import { CheckError } from './check-error.ts'
import { withDeadline } from './deadline.ts'
import { hookContext } from './hook-context.ts'
import {
  carriesSecret,
  DEFAULT_TIMEOUT_MS,
  failOnError,
  jsonHeaders,
  serviceHeaders,
  serviceUrl,
  timeoutMs,
} from './service-parameters.ts'
import { readJsonObject } from './service-reply.ts'

/** Longer `data` is omitted from the result, because the result is stored in the log. */
const MAX_DATA_CHARACTERS = 8_192

const SECRET_FORM = 'a string of 16 to 512 visible characters without spaces'

export const webhookParameters = z.strictObject({
  webhookURL: serviceUrl.describe('Gets a POST with the request, and the response if there is one.'),
  headers: serviceHeaders.describe('Sent with the POST. An object, or the same as JSON text.'),
  signingSecret: z
    .string({ error: SECRET_FORM })
    .regex(/^[\x21-\x7e]{16,512}$/, { error: SECRET_FORM })
    .optional()
    .describe('Signs the body (HMAC-SHA256), in x-gateway-timestamp and x-gateway-signature.'),
  timeout: timeoutMs.default(DEFAULT_TIMEOUT_MS).describe('Milliseconds.'),
  failOnError,
})

type Parameters = z.output<typeof webhookParameters>

export function compileWebhook(
  id: string,
  parameters: Parameters,
  { isTrusted }: Pick<CompileContext, 'isTrusted'>,
): RemoteCheck {
  const { webhookURL: url, headers, signingSecret, timeout } = parameters
  const hasSecret = signingSecret !== undefined || carriesSecret(url, headers)
  return {
    kind: 'remote',
    id,
    messages: 'last',
    transforms: true,
    ...(parameters.failOnError !== undefined && { failOnError: parameters.failOnError }),
    async run(input, services, signal) {
      const body = JSON.stringify(hookContext(input))
      const request = {
        method: 'POST',
        url,
        headers: {
          ...jsonHeaders(headers),
          ...(signingSecret !== undefined && signatureHeaders(body, signingSecret)),
        },
        body: new TextEncoder().encode(body),
        isTrusted,
        hasSecret,
      } as const
      const response = await withDeadline('The webhook', timeout, signal, (end) => services.fetch(request, end))
      return outcomeOf(readJsonObject('The webhook', response), input, url)
    },
  }
}

function outcomeOf(reply: JsonObject, { direction }: CheckInput, url: string): CheckOutcome {
  const { verdict, data, transformedData } = reply
  if (typeof verdict !== 'boolean') throw new CheckError('The webhook returned no "verdict" of true or false.')
  const side = direction === 'input' ? 'request' : 'response'
  const json = transformedOf(transformedData, side)
  const isShort = data !== undefined && JSON.stringify(data).length <= MAX_DATA_CHARACTERS
  return {
    verdict,
    data: {
      explanation: verdict ? 'The webhook accepted it.' : 'The webhook rejected it.',
      webhookUrl: originOf(url),
      ...(isShort && { responseData: data }),
    },
    ...(json !== null && (side === 'request' ? { requestBody: json } : { responseBody: json })),
  }
}

/** Null if the webhook replaces nothing. */
function transformedOf(given: unknown, side: 'request' | 'response'): JsonObject | null {
  if (given === undefined || given === null) return null
  const part = isObject(given) ? (given[side] ?? null) : undefined
  if (part === null) return null
  const json = isObject(part) ? (part['json'] ?? null) : undefined
  if (json === null) return null
  if (isObject(json)) return json
  throw new CheckError(`The webhook returned a "transformedData.${side}.json" that is not an object.`)
}
