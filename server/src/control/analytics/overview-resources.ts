/** The parts of the overview that are not analytics: budgets of keys, and circuit breakers. */

import { z } from 'zod'
import type { SpendingService } from '../../core/money/spending.ts'
import type { BreakerAdmin } from '../../core/ports.ts'
import { typesOpenTo } from '../api-keys/key-permissions.ts'
import { breakerSchema, breakersOnWire } from '../breakers.ts'
import type { OperationCall } from '../endpoint.ts'
import { limitsOnWire, spendingOf, USAGE_LIMIT_REPLY } from '../limits-wire.ts'

const MAX_KEYS = 100
const PAGE = { currentPage: 0, pageSize: MAX_KEYS }

const keyShape = { id: z.string(), name: z.string(), usage_limits: USAGE_LIMIT_REPLY }

export const resourcesShape = {
  virtual_keys: z
    .array(z.object({ ...keyShape, slug: z.string() }))
    .nullable()
    .meta({
      description: `Up to ${MAX_KEYS} virtual keys with their budgets. Null without the scope virtual_keys.list.`,
    }),
  api_keys: z
    .array(z.object({ ...keyShape, creation_mode: z.enum(['ui', 'api', 'auto']) }))
    .nullable()
    .meta({ description: `Up to ${MAX_KEYS} API keys with their budgets. Null if the caller may list none.` }),
  breakers: z
    .array(breakerSchema)
    .nullable()
    .meta({ description: 'Circuit breakers. Null without the scope breakers.list.' }),
}

export type ResourcePorts = { readonly spending: SpendingService; readonly breakers: BreakerAdmin }

type Reading = Pick<OperationCall<unknown, unknown>, 'principal' | 'reach' | 'stores'>

export async function resourcesOf({ principal, reach, stores }: Reading, { spending, breakers }: ResourcePorts) {
  const holds = (scope: string) => principal.holds(scope, reach.workspaceId)
  const types = typesOpenTo(principal, 'list', reach.workspaceId)
  const [virtualKeys, apiKeys, views] = await Promise.all([
    holds('virtual_keys.list') ? stores.virtualKeys.list(reach, PAGE) : null,
    types.length > 0 ? stores.apiKeys.list(reach, { types }, PAGE) : null,
    holds('breakers.list') ? breakersOnWire(breakers, reach, stores) : null,
  ])
  const budgetOf = async (kind: 'virtual_key' | 'api_key', key: Parameters<typeof spendingOf>[2]) =>
    limitsOnWire(key.limits, await spendingOf(spending, kind, key)).usage_limits
  return {
    virtual_keys:
      virtualKeys &&
      (await Promise.all(
        virtualKeys.rows.map(async (key) => ({
          id: key.id,
          slug: key.slug,
          name: key.name,
          usage_limits: await budgetOf('virtual_key', key),
        })),
      )),
    api_keys:
      apiKeys &&
      (await Promise.all(
        apiKeys.rows.map(async (key) => ({
          id: key.id,
          name: key.name,
          creation_mode: key.creationMode,
          usage_limits: await budgetOf('api_key', key),
        })),
      )),
    breakers: views,
  }
}
