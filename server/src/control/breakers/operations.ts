/** Circuits: which targets rest, since when, until when; and closing one by hand. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { BreakerBoard, BreakerView } from '../../core/ports.ts'
import { endpoint, type Operation } from '../endpoint.ts'

const breakerSchema = z.object({
  object: z.literal('breaker'),
  id: z.string(),
  workspace_id: z.string(),
  provider: z.string(),
  custom_host: z.string().nullable(),
  target: z.string().meta({ description: 'The target’s path in the config that was first to use this circuit.' }),
  state: z.enum(['closed', 'open', 'half_open']),
  cooldown: z.boolean().meta({ description: 'True while the circuit is open and no probe may go.' }),
  failures: z.number().meta({ description: 'Failures since the last success.' }),
  failure_threshold: z.number(),
  cooldown_interval: z.number(),
  retry_at: z.string().nullable().meta({ description: 'When the next probe may go, ISO 8601.' }),
})

export function breakerOperations(board: BreakerBoard): readonly Operation[] {
  return [
    endpoint({
      name: 'breakers.list',
      method: 'GET',
      path: '/breakers',
      summary: 'List circuit breakers',
      permission: 'any caller',
      reply: z.object({ object: z.literal('list'), data: z.array(breakerSchema) }),
      async handle({ reach }) {
        return { object: 'list' as const, data: board.list(reach.workspaceId).map(toWire) }
      },
    }),
    endpoint({
      name: 'breakers.reset',
      method: 'POST',
      path: '/breakers/{id}/reset',
      summary: 'Reset a circuit breaker',
      permission: { scope: 'breakers.reset' },
      audit: 'breaker.reset',
      reply: z.object({ object: z.literal('breaker'), id: z.string(), state: z.literal('closed') }),
      async handle({ reach, params: { id = '' }, change, note }) {
        return change(async () => {
          if (!board.reset(reach.workspaceId, id)) {
            throw new GatewayError('not_found', {
              param: 'id',
              message: 'No circuit with this id exists.',
              hint: 'GET /v1/breakers lists them.',
            })
          }
          note({ id })
          return { object: 'breaker' as const, id, state: 'closed' as const }
        })
      },
    }),
  ]
}

function toWire(breaker: BreakerView): z.infer<typeof breakerSchema> {
  return {
    object: 'breaker',
    id: breaker.id,
    workspace_id: breaker.workspaceId,
    provider: breaker.provider,
    custom_host: breaker.origin,
    target: breaker.target,
    state: breaker.state,
    cooldown: breaker.state === 'open',
    failures: breaker.failures,
    failure_threshold: breaker.failureThreshold,
    cooldown_interval: breaker.cooldownMs,
    retry_at: breaker.retryAtMs === null ? null : new Date(breaker.retryAtMs).toISOString(),
  }
}
