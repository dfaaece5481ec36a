/** Operations on revocations, which reject one token or all tokens of a subject. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { CLOCK_TOLERANCE_SECONDS, type Revocation } from '../../core/workload/workload-issuers.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { IN_WORKSPACE, noteIssuer, PATH, requireIssuer } from './find-issuer.ts'
import { MAX_LIFETIME_SECONDS, revocationBody, revocationOnWire, revocationReply } from './workload-issuer-wire.ts'

const MAX_REVOCATIONS = 10_000
/** Longer than any token is valid, even if the issuer's settings change. */
const KEPT_MS = (MAX_LIFETIME_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1_000

export function revocationOperations(): readonly Operation[] {
  return [createRevocation, listRevocations, deleteRevocation]
}

const createRevocation = endpoint({
  name: 'workload-issuers.revocations.create',
  method: 'POST',
  path: `${PATH}/{id}/revocations`,
  summary: 'Revoke tokens of a workload issuer',
  description: 'Refuses one token by its jti, or all tokens of a subject, from the next request on every node.',
  permission: { scope: 'workload_issuers.update' },
  audit: 'workload_issuer.revoke',
  query: IN_WORKSPACE,
  body: revocationBody,
  reply: revocationReply,
  async handle(call) {
    const { body, principal, nowMs } = call
    return call.change(async (stores) => {
      const issuer = await requireIssuer(call, stores)
      await stores.workloadRevocations.removeExpired(issuer.id, nowMs)
      if ((await stores.workloadRevocations.count(issuer.id)) >= MAX_REVOCATIONS)
        throw new GatewayError('conflict', {
          message: `The limit of ${MAX_REVOCATIONS} revocations is reached.`,
          hint: 'Delete revocations of subjects that no longer exist, or disable the workload issuer.',
        })
      const revocation: Revocation = {
        id: crypto.randomUUID(),
        issuerId: issuer.id,
        kind: body.jti === undefined ? 'subject' : 'jti',
        value: body.jti ?? body.subject ?? '',
        reason: body.reason ?? null,
        expiresAtMs: body.jti === undefined ? null : nowMs + KEPT_MS,
        createdBy: principal.id,
        createdAtMs: nowMs,
      }
      const stored = revocationOnWire(await stores.workloadRevocations.insert(revocation))
      noteIssuer(call, issuer, { after: stored })
      return stored
    })
  },
})

const listRevocations = endpoint({
  name: 'workload-issuers.revocations.list',
  method: 'GET',
  path: `${PATH}/{id}/revocations`,
  summary: 'List the revocations of a workload issuer',
  permission: { scope: 'workload_issuers.read' },
  query: z.object({ ...IN_WORKSPACE.shape, ...pageQuery({ defaultSize: 100, maxSize: 1_000 }) }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(revocationReply) }),
  async handle(call) {
    const issuer = await requireIssuer(call, call.stores)
    const { rows, total } = await call.stores.workloadRevocations.list(issuer.id, pageFrom(call.query), call.nowMs)
    return { object: 'list' as const, total, data: rows.map(revocationOnWire) }
  },
})

const deleteRevocation = endpoint({
  name: 'workload-issuers.revocations.delete',
  method: 'DELETE',
  path: `${PATH}/{id}/revocations/{revocation_id}`,
  summary: 'Delete a revocation',
  description: 'Tokens that it refused are accepted again, unless they have expired.',
  permission: { scope: 'workload_issuers.update' },
  audit: 'workload_issuer.unrevoke',
  query: IN_WORKSPACE,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const issuer = await requireIssuer(call, stores)
      const id = (call.params['revocation_id'] ?? '').slice(0, 129)
      const revocation = await stores.workloadRevocations.findById(issuer.id, id)
      if (!revocation)
        throw new GatewayError('not_found', {
          param: 'revocation_id',
          message: 'The workload issuer has no revocation with this id.',
          hint: `GET /v1${PATH}/{id}/revocations lists them.`,
        })
      await stores.workloadRevocations.remove(revocation.id)
      noteIssuer(call, issuer, { before: revocationOnWire(revocation) })
      return {}
    })
  },
})
