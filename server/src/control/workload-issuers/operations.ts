/** Operations on workload issuers: create, list, read, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { WorkloadIssuer, WorkloadSettings } from '../../core/workload/workload-issuers.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { changedLimits, spendingOf } from '../limits-wire.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { checkIssuer, checkIssuerScopes, checkTrust, requireLastingCaller } from './check-issuer.ts'
import { IN_WORKSPACE, noteIssuer, PATH, requireIssuer } from './find-issuer.ts'
import { revocationOperations } from './revocations.ts'
import { listSubjects } from './subjects.ts'
import {
  type GivenIssuer,
  type GivenIssuerChange,
  issuerBody,
  issuerChange,
  issuerOnWire,
  issuerReply,
} from './workload-issuer-wire.ts'

const MAX_ISSUERS = 100

export function workloadIssuerOperations(budgets: SpendingService): readonly Operation[] {
  return [
    createIssuer,
    listIssuers(budgets),
    readIssuer(budgets),
    updateIssuer(budgets),
    deleteIssuer,
    listSubjects,
    ...revocationOperations(),
  ]
}

const createIssuer = endpoint({
  name: 'workload-issuers.create',
  method: 'POST',
  path: PATH,
  summary: 'Create a workload issuer',
  description: 'Callers can then send JWTs from this issuer instead of a gateway key.',
  permission: { scope: 'workload_issuers.create' },
  audit: 'workload_issuer.create',
  stepUp: true,
  body: issuerBody,
  reply: issuerReply,
  example: {
    body: {
      name: 'Deployments',
      issuer: 'https://token.actions.githubusercontent.com',
      audiences: ['gatehouse'],
      claims: { repository: 'acme/*', ref: 'refs/heads/main' },
    },
  },
  async handle(call) {
    const { body, reach, principal, nowMs } = call
    const workspaceId = body.workspace_claim === null ? call.workspaceId : reach.workspaceId
    const issuer: WorkloadIssuer = {
      id: crypto.randomUUID(),
      organisationId: reach.organisationId,
      workspaceId,
      name: body.name,
      isEnabled: body.enabled,
      issuer: body.issuer,
      settings: {
        ...settingsIn(body, null),
        scopes: checkIssuerScopes(principal, workspaceId, body.scopes),
      },
      limits: changedLimits(NO_LIMITS, body, nowMs),
      createdBy: principal.id,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    checkIssuer(issuer)
    return call.change(async (stores) => {
      await requireLastingCaller(principal, stores)
      if ((await stores.workloadIssuers.count(reach.organisationId)) >= MAX_ISSUERS)
        throw new GatewayError('conflict', {
          message: `The limit of ${MAX_ISSUERS} workload issuers is reached.`,
          hint: 'Delete a workload issuer first.',
        })
      await stores.workloadIssuers.insert(issuer)
      const made = issuerOnWire(issuer)
      noteIssuer(call, issuer, { after: made })
      return made
    })
  },
})

const listIssuers = (budgets: SpendingService) =>
  endpoint({
    name: 'workload-issuers.list',
    method: 'GET',
    path: PATH,
    summary: 'List workload issuers',
    permission: { scope: 'workload_issuers.list' },
    query: z.object({ ...IN_WORKSPACE.shape, ...pageQuery({ defaultSize: 100, maxSize: 1_000 }) }),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(issuerReply) }),
    example: {},
    async handle({ reach, query, stores }) {
      const { rows, total } = await stores.workloadIssuers.list(reach, pageFrom(query))
      return { object: 'list' as const, total, data: await withUses(rows, budgets, stores) }
    },
  })

const readIssuer = (budgets: SpendingService) =>
  endpoint({
    name: 'workload-issuers.read',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Read a workload issuer',
    permission: { scope: 'workload_issuers.read' },
    query: IN_WORKSPACE,
    reply: issuerReply,
    async handle(call) {
      const issuer = await requireIssuer(call, call.stores)
      const [read] = await withUses([issuer], budgets, call.stores)
      return read!
    },
  })

const updateIssuer = (budgets: SpendingService) =>
  endpoint({
    name: 'workload-issuers.update',
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Update a workload issuer',
    description: 'Omitted fields stay unchanged. The change applies to the next request on every node.',
    permission: { scope: 'workload_issuers.update' },
    audit: 'workload_issuer.update',
    stepUp: true,
    query: IN_WORKSPACE,
    body: issuerChange,
    reply: issuerReply,
    async handle(call) {
      const isReset = call.body.reset_usage === true
      const after = await call.change(async (stores) => {
        const before = await requireIssuer(call, stores)
        const issuer = changedIssuer(call, before)
        checkIssuer(issuer)
        await checkTrust(call.principal, before, issuer, stores)
        await stores.workloadIssuers.update(issuer)
        const states = { before: issuerOnWire(before), after: { ...issuerOnWire(issuer), reset_usage: isReset } }
        noteIssuer(call, issuer, states)
        call.announce({ kind: 'limits', workspaceId: issuer.workspaceId })
        return issuer
      })
      // The ledger is not part of the transaction, so the usage is reset after the audit entry is committed.
      if (isReset) await budgets.reset({ kind: 'api_key', id: after.id })
      const [changed] = await withUses([after], budgets, call.stores)
      return changed!
    },
  })

const deleteIssuer = endpoint({
  name: 'workload-issuers.delete',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Delete a workload issuer',
  description: 'Its tokens are refused from the next request on.',
  permission: { scope: 'workload_issuers.delete' },
  audit: 'workload_issuer.delete',
  query: IN_WORKSPACE,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const issuer = await requireIssuer(call, stores)
      await stores.workloadIssuers.remove(issuer.id)
      noteIssuer(call, issuer, { before: issuerOnWire(issuer) })
      return {}
    })
  },
})

function changedIssuer(call: OperationCall<unknown, GivenIssuerChange>, before: WorkloadIssuer): WorkloadIssuer {
  const { body, principal, nowMs } = call
  const { scopes } = before.settings
  return {
    ...before,
    name: body.name ?? before.name,
    isEnabled: body.enabled ?? before.isEnabled,
    issuer: body.issuer ?? before.issuer,
    settings: {
      ...settingsIn(body, before.settings),
      scopes:
        body.scopes === undefined ? scopes : checkIssuerScopes(principal, before.workspaceId, body.scopes, scopes),
    },
    limits: {
      ...changedLimits(before.limits, body, nowMs),
      ...(body.reset_usage === true && { lastResetAtMs: nowMs }),
    },
    updatedAtMs: nowMs,
  }
}

/** Converts issuers to the response format, with the spending and the last use of each. */
async function withUses(issuers: readonly WorkloadIssuer[], budgets: SpendingService, stores: Stores) {
  const lastUses = await stores.workloadSubjects.lastUses(issuers.map(({ id }) => id))
  return Promise.all(
    issuers.map(async (issuer) => {
      const spending = await spendingOf(budgets, 'api_key', issuer)
      return issuerOnWire(issuer, { spending, lastUsedAtMs: lastUses.get(issuer.id) })
    }),
  )
}

/** `before` is null for a new issuer, whose body has every field. */
function settingsIn(body: GivenIssuer | GivenIssuerChange, before: WorkloadSettings | null): WorkloadSettings {
  const kept = before as WorkloadSettings
  const claims = body.claims && Object.entries(body.claims)
  return {
    jwksUrl: body.jwks_url === undefined ? kept.jwksUrl : body.jwks_url,
    jwks: body.jwks === undefined ? kept.jwks : body.jwks,
    audiences: body.audiences ?? kept.audiences,
    algorithms: body.algorithms ?? kept.algorithms,
    maxLifetimeSeconds: body.max_lifetime_seconds ?? kept.maxLifetimeSeconds,
    claims: claims
      ? Object.fromEntries(claims.map(([name, values]) => [name, typeof values === 'string' ? [values] : values]))
      : kept.claims,
    subjectClaim: body.subject_claim ?? kept.subjectClaim,
    workspaceClaim: body.workspace_claim === undefined ? kept.workspaceClaim : body.workspace_claim,
    scopes: body.scopes ?? kept.scopes,
    scopeClaim: body.scope_claim === undefined ? kept.scopeClaim : body.scope_claim,
    metadata: body.metadata ?? kept.metadata,
  }
}
