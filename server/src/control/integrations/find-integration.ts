/** Finds the integration in the path and checks what the caller may do with it. */

import { GatewayError } from '../../core/errors.ts'
import type { Integration } from '../../core/stores/integrations.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { scopeMissing } from '../access/reach.ts'
import type { OperationCall } from '../endpoint.ts'

const MAX_NAME = 128

type Verb = 'create' | 'read' | 'update' | 'delete' | 'list'
type Call = Pick<OperationCall<unknown, unknown>, 'principal' | 'reach' | 'params'>

/** Either scope allows the call. `requireScope` then checks the scope that the integration needs. */
export function permissionTo(verb: Verb) {
  return { scope: `organisation_integrations.${verb}`, or: [`workspace_integrations.${verb}`] } as const
}

/** Integrations that the caller's workspace cannot use are reported as not found. */
export async function findIntegration(call: Call, stores: Stores, verb: Verb): Promise<Integration> {
  const integration = await findByName(call, stores, call.params['slug'] ?? '')
  requireScope(call, integration.workspaceId, verb)
  return integration
}

/** `param`: the request field that contains `name`. */
export async function findByName(call: Call, stores: Stores, name: string, param = 'slug'): Promise<Integration> {
  const { principal, reach } = call
  const found = name.length > MAX_NAME ? undefined : await stores.integrations.find(reach.organisationId, name)
  const workspaceId = principal.isOrganisationWide ? null : reach.workspaceId
  if (found && (workspaceId === null || (await isOpenTo(found, workspaceId, stores)))) return found
  throw new GatewayError('not_found', {
    param,
    message: `${param}: no integration with this slug or id exists, or your workspace has no access to it.`,
    hint: 'GET /v1/integrations lists them.',
  })
}

/** Whether the workspace may use the integration. */
export async function isOpenTo(integration: Integration, workspaceId: string, stores: Stores): Promise<boolean> {
  if (integration.workspaceId !== null) return integration.workspaceId === workspaceId
  const own = (await stores.integrations.access(integration.id)).find((row) => row.workspaceId === workspaceId)
  return own?.isEnabled ?? integration.globalAccess.isEnabled
}

/** `workspaceId`: the workspace of the integration; null for one of the organisation. */
export function requireScope({ principal, reach }: Call, workspaceId: string | null, verb: Verb): void {
  const [ofOrganisation, ofWorkspace] = [`organisation_integrations.${verb}`, `workspace_integrations.${verb}`]
  if (principal.isOrganisationWide) {
    const scopes = workspaceId === null ? [ofOrganisation] : [ofOrganisation, ofWorkspace]
    if (!scopes.some((scope) => principal.holds(scope, null))) throw scopeMissing(principal, WHAT[verb], scopes)
    return
  }
  const isReading = verb === 'read' || verb === 'list'
  // Workspaces may read the organisation's integrations that they use, but without secrets.
  if (workspaceId === null && !isReading) throw ofOrganisationOnly(principal)
  if (!principal.holds(ofWorkspace, reach.workspaceId)) throw scopeMissing(principal, WHAT[verb], [ofWorkspace])
}

const WHAT: Readonly<Record<Verb, string>> = {
  create: 'create this integration',
  read: 'read this integration',
  update: 'update this integration',
  delete: 'delete this integration',
  list: 'list integrations',
}

function ofOrganisationOnly({ type }: Principal): GatewayError {
  return new GatewayError('scope_missing', {
    message: `${type === 'user' ? 'Your role' : 'This key'} may not change this integration: it belongs to the organisation.`,
    hint: 'Use an Admin key, or ask an owner or admin.',
  })
}
