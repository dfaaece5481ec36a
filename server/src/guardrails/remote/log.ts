/** The check `default.log`: posts the request and response to a collector. The verdict is always true. */

import { z } from 'zod'
import { originOf } from '../../core/request-url.ts'
import type { RemoteCheck } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
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
import { requireSuccess } from './service-reply.ts'

export const logParameters = z.strictObject({
  logURL: serviceUrl.describe('Gets a POST with the request, and the response if there is one.'),
  headers: serviceHeaders.describe('Sent with the POST. An object, or the same as JSON text.'),
  timeout: timeoutMs.default(DEFAULT_TIMEOUT_MS).describe('Milliseconds.'),
  failOnError,
})

export function compileLog(
  id: string,
  parameters: z.output<typeof logParameters>,
  { isTrusted }: Pick<CompileContext, 'isTrusted'>,
): RemoteCheck {
  const { logURL: url, headers, timeout } = parameters
  return {
    kind: 'remote',
    id,
    messages: 'last',
    ignoresTexts: true,
    ...(parameters.failOnError !== undefined && { failOnError: parameters.failOnError }),
    async run(input, services, signal) {
      const body = new TextEncoder().encode(JSON.stringify(hookContext(input)))
      const hasSecret = carriesSecret(url, headers)
      const request = { method: 'POST', url, headers: jsonHeaders(headers), body, isTrusted, hasSecret } as const
      const response = await withDeadline('The log URL', timeout, signal, (end) => services.fetch(request, end))
      requireSuccess('The log URL', response)
      return { verdict: true, data: { explanation: 'Logged.', logUrl: originOf(url) } }
    },
  }
}
