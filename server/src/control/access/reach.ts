/** Determines the workspace of an admin call and checks that the caller may access it. */

import { parseObject } from '../../core/body/json-text.ts'
import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Operation } from '../endpoint.ts'
import type { Principal } from './principal.ts'

export type CallReach = Reach & { readonly homeWorkspaceId: string }

/** The id or slug of the workspace from path, body, query or header, in this order. Null if there is none. */
export function namedWorkspace(
  params: Readonly<Record<string, string>>,
  query: unknown,
  bytes: Uint8Array | null,
  headers: HeaderMap,
): string | null {
  const body = bytes === null ? null : parseObject(bytes)
  const fromBody = typeof body === 'object' && body !== null ? body['workspace_id'] : undefined
  const requested = query as { readonly workspace_id?: string; readonly workspace_slug?: string }
  const named =
    params['workspace_id'] ??
    fromBody ??
    requested.workspace_id ??
    requested.workspace_slug ??
    headers['x-gateway-workspace-id']
  return typeof named === 'string' && named !== '' ? named : null
}

export async function findReach(
  principal: Principal,
  operation: Operation,
  named: string | null,
  stores: Stores,
): Promise<CallReach> {
  const { organisationId } = principal
  if (organisationId === '') return { organisationId, workspaceId: null, homeWorkspaceId: '' }
  if (named !== null) {
    const workspace = await stores.workspaces.find(organisationId, named.slice(0, 128))
    const isOpen = workspace && (principal.isOrganisationWide || principal.workspaceIds.includes(workspace.id))
    // The same error whether the workspace does not exist or the caller may not access it.
    if (!isOpen)
      throw new GatewayError('workspace_unknown', {
        param: 'workspace_id',
        hint: 'Send the id or slug of one of your workspaces.',
      })
    return { organisationId, workspaceId: workspace.id, homeWorkspaceId: workspace.id }
  }
  if (principal.isOrganisationWide) {
    const { id } = await stores.workspaces.findDefault(organisationId)
    return { organisationId, workspaceId: null, homeWorkspaceId: id }
  }
  const [only, another] = principal.workspaceIds
  if (only !== undefined && another === undefined) return { organisationId, workspaceId: only, homeWorkspaceId: only }
  if (typeof operation.permission === 'object') {
    throw new GatewayError('workspace_required', {
      param: 'workspace_id',
      details: [...principal.workspaceIds],
      ...(only === undefined && {
        message: 'You are not a member of any workspace.',
        hint: 'Ask an owner or admin to add you to one.',
      }),
    })
  }
  // '' matches no workspace; null would match all. Operations that any caller may use return no rows to this user.
  return { organisationId, workspaceId: '', homeWorkspaceId: '' }
}

export function permit(principal: Principal, operation: Operation, reach: CallReach): void {
  const { permission } = operation
  if (permission === 'public' || permission === 'any caller') return
  const what = operation.summary.toLowerCase()
  const workspaceId = principal.isOrganisationWide ? null : reach.workspaceId
  const scopes = [permission.scope, ...(permission.or ?? [])]
  if (scopes.some((scope) => principal.holds(scope, workspaceId))) return
  throw scopeMissing(principal, what, scopes)
}

/** `what` completes the sentence "may not ...". */
export function scopeMissing(principal: Principal, what: string, scopes: readonly string[]): GatewayError {
  const who = principal.type === 'user' ? 'Your role' : 'This key'
  const needed = scopes.length === 1 ? `the scope ${scopes[0]}` : `one of the scopes ${scopes.join(', ')}`
  return new GatewayError('scope_missing', { message: `${who} may not ${what}; it needs ${needed}.` })
}
