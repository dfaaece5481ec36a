/** Builds the audit log entry of an admin call that succeeded or was rejected. */

import type { GatewayError } from '../../core/errors.ts'
import type { NewAuditEntry } from '../../core/stores/audit-entries.ts'
import type { Principal } from '../access/principal.ts'
import type { CallReach } from '../access/reach.ts'
import type { AuditTarget, CallOrigin, Operation } from '../endpoint.ts'
import { maskedHeaders, maskedText } from './mask.ts'

const MAX_URI = 512
const MAX_TARGET_ID = 128

export type AuditedCall = {
  readonly operation: Operation
  readonly principal: Principal
  readonly params: Readonly<Record<string, string>>
  readonly pathname: string
  readonly origin: CallOrigin
}

type Done = AuditedCall & {
  readonly reach: CallReach
  readonly query: unknown
  readonly body: unknown
  readonly target: AuditTarget | null
  readonly nowMs: number
}

export function entryOfChange(done: Done): NewAuditEntry {
  const { reach, query, body, target, nowMs } = done
  return {
    ...entryBase({ ...done, principal: target?.actor ?? done.principal }, nowMs),
    workspaceId: target?.workspaceId === undefined ? reach.workspaceId : target.workspaceId,
    targetId: target?.id ?? null,
    targetName: target?.name ?? null,
    status: 200,
    refusedWith: null,
    requestBody: maskedText(body),
    queryParams: maskedText(query),
    before: maskedText(target?.before),
    after: maskedText(target?.after),
  }
}

/** `given`: the request body if it was read before the call was rejected, else null. */
type Refused = AuditedCall & { readonly given: unknown; readonly search: string; readonly refusal: GatewayError }

export function entryOfRejection(refused: Refused): NewAuditEntry {
  const { principal, params, given, search, refusal } = refused
  return {
    ...entryBase(refused, Date.now()),
    workspaceId: principal.isOrganisationWide ? null : (principal.workspaceIds[0] ?? null),
    targetId: Object.values(params)[0]?.slice(0, MAX_TARGET_ID) ?? null,
    targetName: null,
    status: refusal.status,
    refusedWith: refusal.code,
    requestBody: maskedText(given),
    queryParams: maskedText(Object.fromEntries(new URLSearchParams(search))),
    before: null,
    after: null,
  }
}

function entryBase({ operation, principal, pathname, origin }: AuditedCall, nowMs: number) {
  const action = operation.audit ?? operation.name
  return {
    id: Bun.randomUUIDv7(),
    organisationId: principal.organisationId,
    atMs: nowMs,
    actor: { type: principal.type, id: principal.id, name: principal.name, creatorId: principal.creatorId },
    action,
    resource: action.slice(0, action.indexOf('.')),
    method: operation.method,
    uri: pathname.slice(0, MAX_URI),
    ip: origin.ip,
    userAgent: origin.userAgent,
    requestId: origin.requestId,
    traceId: origin.traceId,
    requestHeaders: maskedHeaders(origin.headers),
  }
}
