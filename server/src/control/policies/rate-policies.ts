/** Rate limit policy operations: create, list, read, update, archive. */

import { z } from 'zod'
import type { RatePolicy } from '../../core/stores/policies.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { claimId, givenId } from '../given-id.ts'
import { RATE_LIMIT_FIELDS } from '../limits-wire.ts'
import { pageFrom } from '../page-wire.ts'
import {
  findLivePolicy,
  findPolicy,
  IN_WORKSPACE,
  listQuery,
  type PolicyPorts,
  refuseOther,
  refuseTooMany,
  targetOf,
} from './find-policy.ts'
import { checkConditions, RULE_FIELDS, RULE_REPLY, ruleOnWire } from './rule-wire.ts'

const PATH = '/policies/rate-limits'
const BODY = z.strictObject({ ...RULE_FIELDS, ...RATE_LIMIT_FIELDS })
const CREATED = BODY.extend({ id: givenId })
const MADE = z.object({ id: z.string(), object: z.literal('policy_rate_limits') })
const REPLY = z.object({
  object: z.literal('policy_rate_limits'),
  ...RULE_REPLY,
  type: z.enum(['requests', 'tokens']),
  unit: z.enum(['rps', 'rpm', 'rph', 'rpd', 'rpw']),
  value: z.number(),
})

export function ratePolicyOperations(ports: PolicyPorts): readonly Operation[] {
  return [createPolicy(ports), listPolicies, readPolicy, changePolicy(ports), deletePolicy]
}

function onWire(policy: RatePolicy): z.infer<typeof REPLY> {
  return { object: 'policy_rate_limits', ...ruleOnWire(policy), ...policy.limit }
}

function createPolicy({ providers }: PolicyPorts): Operation {
  return endpoint({
    name: 'policies.rate-limits.create',
    method: 'POST',
    path: PATH,
    summary: 'Create a rate limit policy',
    permission: { scope: 'policies.create' },
    audit: 'policy.create',
    body: CREATED,
    reply: MADE,
    example: {
      body: {
        name: 'Each user, each minute',
        conditions: [{ key: 'provider', value: ['openai', 'anthropic'] }],
        group_by: [{ key: 'metadata._user' }],
        type: 'requests',
        unit: 'rpm',
        value: 60,
      },
    },
    async handle(call) {
      const { body, reach, nowMs } = call
      const { type, unit, value } = body
      return call.change(async (stores) => {
        await refuseTooMany(stores, reach)
        const policy: RatePolicy = {
          kind: 'rate',
          id: body.id ?? crypto.randomUUID(),
          organisationId: reach.organisationId,
          // Null if an Admin key names no workspace: the policy applies to all workspaces.
          workspaceId: reach.workspaceId,
          name: body.name ?? null,
          conditions: await checkConditions(call, stores, body.conditions, providers),
          groupBy: body.group_by.map(({ key }) => key),
          limit: { type, unit, value },
          isArchived: false,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        }
        await claimId(call.principal, stores, { kind: 'policy', id: body.id, home: policy })
        await stores.policies.insert(policy)
        call.note({ ...targetOf(policy), after: onWire(policy) })
        call.announce({ kind: 'limits', workspaceId: policy.workspaceId })
        return { id: policy.id, object: 'policy_rate_limits' as const }
      })
    },
  })
}

const listPolicies = endpoint({
  name: 'policies.rate-limits.list',
  method: 'GET',
  path: PATH,
  summary: 'List rate limit policies',
  permission: { scope: 'policies.list' },
  query: listQuery(['requests', 'tokens']),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(REPLY) }),
  example: {},
  async handle({ reach, query, stores }) {
    const filter = {
      isArchived: query.status === 'archived',
      ...(query.type !== undefined && { type: query.type }),
    }
    const { rows, total } = await stores.policies.list(reach, 'rate', filter, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map(onWire) }
  },
})

const readPolicy = endpoint({
  name: 'policies.rate-limits.read',
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read a rate limit policy',
  permission: { scope: 'policies.read' },
  query: IN_WORKSPACE,
  reply: REPLY,
  async handle(call) {
    return onWire(await findPolicy(call, call.stores, 'rate'))
  },
})

function changePolicy({ providers }: PolicyPorts): Operation {
  return endpoint({
    name: 'policies.rate-limits.update',
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Update a rate limit policy',
    permission: { scope: 'policies.update' },
    audit: 'policy.update',
    query: IN_WORKSPACE,
    body: BODY.partial(),
    reply: REPLY,
    async handle(call) {
      const { body, nowMs } = call
      return call.change(async (stores) => {
        const before = await findLivePolicy(call, stores, 'rate')
        refuseOther('type', body.type, before.limit.type)
        refuseOther('group_by', body.group_by?.map(({ key }) => key).join(), before.groupBy.join())
        const { unit = before.limit.unit, value = before.limit.value } = body
        const after: RatePolicy = {
          ...before,
          name: body.name === undefined ? before.name : body.name,
          conditions:
            body.conditions === undefined
              ? before.conditions
              : await checkConditions(call, stores, body.conditions, providers),
          limit: { type: before.limit.type, unit, value },
          updatedAtMs: nowMs,
        }
        await stores.policies.update(after)
        call.note({ ...targetOf(after), before: onWire(before), after: onWire(after) })
        call.announce({ kind: 'limits', workspaceId: after.workspaceId })
        return onWire(after)
      })
    },
  })
}

const deletePolicy = endpoint({
  name: 'policies.rate-limits.delete',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Archive a rate limit policy',
  permission: { scope: 'policies.delete' },
  audit: 'policy.delete',
  query: IN_WORKSPACE,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const before = await findLivePolicy(call, stores, 'rate')
      const after: RatePolicy = { ...before, isArchived: true, updatedAtMs: call.nowMs }
      await stores.policies.update(after)
      call.note({ ...targetOf(after), before: onWire(before), after: onWire(after) })
      call.announce({ kind: 'limits', workspaceId: after.workspaceId })
      return {}
    })
  },
})
