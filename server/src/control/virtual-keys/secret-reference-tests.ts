/** The operation that tests a secret reference. It returns whether the secret exists, but never its value. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SecretReferences } from '../../core/secrets/secret-references.ts'
import { Throttle, type ThrottleTerms } from '../../core/throttle.ts'
import { endpoint, type Operation } from '../endpoint.ts'

/** Limited, because a test is a request to a secret store. Each node counts separately. */
const OF_WORKSPACE: ThrottleTerms = { burst: 60, intervalMs: 2_000 }

const TEST_REPLY = z.object({
  object: z.literal('secret-reference-test'),
  reference: z.string(),
  found: z.boolean(),
  length: z.number().nullable().describe('Characters of the value. Null if it was not found.'),
  version: z.string().nullable().describe('The version as the store names it. Null if the store has none.'),
  last_rotated_at: z.string().nullable().describe('When the store last changed the value. Null if it does not say.'),
  message: z.string(),
  duration_ms: z.number(),
})

export function secretReferenceOperations({
  references,
}: {
  readonly references: SecretReferences
}): readonly Operation[] {
  const tests = new Throttle(OF_WORKSPACE)
  return [
    endpoint({
      name: 'secret-references.test',
      method: 'POST',
      path: '/secret-references/test',
      summary: 'Test a secret reference',
      description:
        'Reads the secret from its store, not from the cache, and returns whether it exists. The value is never returned. ' +
        'Callers of a workspace can test only paths that the operator allows for the workspace.',
      permission: { scope: 'virtual_keys.create', or: ['providers.create'] },
      body: z.strictObject({
        reference: z.string().trim().min(1).max(512).describe('`secret://<source>/<path>#<field>`'),
        workspace_id: z.string().max(128).optional(),
      }),
      reply: TEST_REPLY,
      async handle({ body, principal, workspaceId, nowMs }) {
        const { reference } = body
        const refusal = references.refusal(reference, principal.isTrusted ? null : workspaceId, 'reference')
        if (refusal !== null) throw refusal
        const retryAfterMs = tests.take(workspaceId, 1, nowMs)
        if (retryAfterMs > 0)
          throw new GatewayError('rate_limited', {
            message: 'Too many secret references were tested in this workspace.',
            hint: 'Wait for the time in Retry-After.',
            retryAfterMs,
          })
        const startMs = performance.now()
        const { isFound, length, version, rotatedAtMs, message } = await references.inspect(reference)
        return {
          object: 'secret-reference-test' as const,
          reference,
          found: isFound,
          length,
          version,
          last_rotated_at: rotatedAtMs === null ? null : new Date(rotatedAtMs).toISOString(),
          message,
          duration_ms: Math.round(performance.now() - startMs),
        }
      },
    }),
  ]
}
