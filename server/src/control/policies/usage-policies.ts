/** Budget policy operations: create, list, read, update, archive. */

import { z } from 'zod'
import type { SpendingService } from '../../core/money/spending.ts'
import type { UsagePolicy } from '../../core/stores/policies.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { usageLimitOf } from '../limits-wire.ts'
import { pageFrom } from '../page-wire.ts'
import { entityOperations, findSpent, mostUsedFirst } from './entities.ts'
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
import { checkConditions } from './rule-wire.ts'
import {
  changedBudget,
  usageEntityOnWire,
  usagePolicyBody,
  usagePolicyChange,
  usagePolicyOnWire,
  usagePolicyReply,
} from './usage-policy-wire.ts'

const PATH = '/policies/usage-limits'
const MADE = z.object({ id: z.string(), object: z.literal('policy_usage_limits') })
const MAX_MAPPED = 1_000

export function usagePolicyOperations(ports: PolicyPorts): readonly Operation[] {
  return [
    createPolicy(ports),
    listPolicies,
    readPolicy(ports.spending),
    changePolicy(ports),
    deletePolicy,
    ...entityOperations(ports.spending),
  ]
}

function createPolicy({ providers }: PolicyPorts): Operation {
  return endpoint({
    name: 'policies.usage-limits.create',
    method: 'POST',
    path: PATH,
    summary: 'Create a budget policy',
    permission: { scope: 'policies.create' },
    audit: 'policy.create',
    body: usagePolicyBody,
    reply: MADE,
    example: {
      body: {
        name: 'Each user, each month',
        conditions: [{ key: 'metadata._user', value: '*' }],
        group_by: [{ key: 'metadata._user' }],
        type: 'cost',
        credit_limit: 20,
        alert_threshold: 15,
        periodic_reset: 'monthly',
      },
    },
    async handle(call) {
      const { body, reach, nowMs } = call
      return call.change(async (stores) => {
        await refuseTooMany(stores, reach)
        const policy: UsagePolicy = {
          kind: 'usage',
          id: body.id ?? crypto.randomUUID(),
          organisationId: reach.organisationId,
          // Null if an Admin key names no workspace: the policy applies to all workspaces.
          workspaceId: reach.workspaceId,
          name: body.name ?? null,
          conditions: await checkConditions(call, stores, body.conditions, providers),
          groupBy: body.group_by.map(({ key }) => key),
          limit: usageLimitOf(body, null, nowMs),
          isArchived: false,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        }
        await claimId(call.principal, stores, { kind: 'policy', id: body.id, home: policy })
        await stores.policies.insert(policy)
        call.note({ ...targetOf(policy), after: usagePolicyOnWire(policy, nowMs) })
        call.announce({ kind: 'limits', workspaceId: policy.workspaceId })
        return { id: policy.id, object: 'policy_usage_limits' as const }
      })
    },
  })
}

const listPolicies = endpoint({
  name: 'policies.usage-limits.list',
  method: 'GET',
  path: PATH,
  summary: 'List budget policies',
  permission: { scope: 'policies.list' },
  query: listQuery(['cost', 'tokens', 'requests']),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(usagePolicyReply) }),
  example: {},
  async handle({ reach, query, stores, nowMs }) {
    const filter = {
      isArchived: query.status === 'archived',
      ...(query.type !== undefined && { type: query.type }),
    }
    const { rows, total } = await stores.policies.list(reach, 'usage', filter, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map((policy) => usagePolicyOnWire(policy, nowMs)) }
  },
})

function readPolicy(budgets: SpendingService): Operation {
  return endpoint({
    name: 'policies.usage-limits.read',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Read a budget policy',
    permission: { scope: 'policies.read' },
    query: IN_WORKSPACE.extend({ include_usage: z.enum(['true', 'false']).default('false') }),
    reply: usagePolicyReply,
    async handle(call) {
      const policy = await findPolicy(call, call.stores, 'usage')
      if (call.query.include_usage !== 'true') return usagePolicyOnWire(policy, call.nowMs)
      const spent = mostUsedFirst(await budgets.readPolicy(policy.id, policy.limit)).slice(0, MAX_MAPPED)
      const used = spent.map(({ value, spending }) => [value, usageEntityOnWire(value, spending).current_usage])
      return { ...usagePolicyOnWire(policy, call.nowMs), value_key_usage_map: Object.fromEntries(used) }
    },
  })
}

function changePolicy({ providers, spending: budgets }: PolicyPorts): Operation {
  return endpoint({
    name: 'policies.usage-limits.update',
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Update a budget policy',
    permission: { scope: 'policies.update' },
    audit: 'policy.update',
    query: IN_WORKSPACE,
    body: usagePolicyChange,
    reply: usagePolicyReply,
    async handle(call) {
      const { body, nowMs } = call
      const value = body.reset_usage_for_value ?? null
      if (value !== null) await findSpent(budgets, await findLivePolicy(call, call.stores, 'usage'), value)
      const after = await call.change(async (stores) => {
        const before = await findLivePolicy(call, stores, 'usage')
        refuseOther('type', body.type, before.limit.type)
        refuseOther('group_by', body.group_by?.map(({ key }) => key).join(), before.groupBy.join())
        const changed: UsagePolicy = {
          ...before,
          name: body.name === undefined ? before.name : body.name,
          conditions:
            body.conditions === undefined
              ? before.conditions
              : await checkConditions(call, stores, body.conditions, providers),
          limit: changedBudget(before, body, nowMs),
          updatedAtMs: nowMs,
        }
        await stores.policies.update(changed)
        const is = usagePolicyOnWire(changed, nowMs)
        const noted = value === null ? is : { ...is, reset_usage_for_value: value }
        call.note({ ...targetOf(changed), before: usagePolicyOnWire(before, nowMs), after: noted })
        call.announce({ kind: 'limits', workspaceId: changed.workspaceId })
        return changed
      })
      // The ledger is not part of the transaction, so the usage is reset after the audit entry is committed.
      if (value !== null) await budgets.reset({ kind: 'policy', id: after.id, value })
      return usagePolicyOnWire(after, nowMs)
    },
  })
}

const deletePolicy = endpoint({
  name: 'policies.usage-limits.delete',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Archive a budget policy',
  permission: { scope: 'policies.delete' },
  audit: 'policy.delete',
  query: IN_WORKSPACE,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const before = await findLivePolicy(call, stores, 'usage')
      const after: UsagePolicy = { ...before, isArchived: true, updatedAtMs: call.nowMs }
      await stores.policies.update(after)
      const [was, is] = [before, after].map((policy) => usagePolicyOnWire(policy, call.nowMs))
      call.note({ ...targetOf(after), before: was, after: is })
      call.announce({ kind: 'limits', workspaceId: after.workspaceId })
      return {}
    })
  },
})
