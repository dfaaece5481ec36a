/** Finds the guardrail in the path and checks what the caller may do with it. */

import { GatewayError } from '../../core/errors.ts'
import type { SavedGuardrail } from '../../core/stores/guardrails.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { scopeMissing } from '../access/reach.ts'
import type { OperationCall } from '../endpoint.ts'

const MAX_NAME = 128

type Verb = 'create' | 'read' | 'update' | 'delete' | 'list'
type Call = Pick<OperationCall<unknown, unknown>, 'principal' | 'reach' | 'params'>

/** Either scope allows the call. `requireScope` then checks the scope that the guardrail needs. */
export function permissionTo(verb: Verb) {
  return { scope: `guardrails.${verb}`, or: [`organisation_guardrails.${verb}`] } as const
}

/** Guardrails of other workspaces are reported as not found. */
export async function findGuardrail(
  call: Call,
  stores: Stores,
  verb: Verb,
  versionId?: string,
): Promise<SavedGuardrail> {
  const name = call.params['slug'] ?? ''
  const found = name.length > MAX_NAME ? undefined : await stores.guardrails.find(call.reach, name)
  if (!found)
    throw new GatewayError('not_found', {
      param: 'slug',
      message: 'No guardrail with this slug or id exists.',
      hint: 'GET /v1/guardrails lists them.',
    })
  requireScope(call, found.workspaceId === null, verb)
  if (versionId === undefined) return found
  const older = await stores.guardrails.find(call.reach, found.id, versionId)
  if (older) return older
  throw new GatewayError('not_found', {
    param: 'version_id',
    message: 'The guardrail has no version with this id.',
    hint: `GET /v1/guardrails/${found.slug}/versions lists them.`,
  })
}

export function requireScope({ principal, reach }: Call, isOfOrganisation: boolean, verb: Verb): void {
  // Workspaces can use the organisation's guardrails, so they may read them, but without secrets.
  if (isOfOrganisation && !principal.isOrganisationWide && verb !== 'read' && verb !== 'list')
    throw new GatewayError('scope_missing', {
      message: `${principal.type === 'user' ? 'Your role' : 'This key'} may not ${verb} this guardrail: it belongs to the organisation.`,
      hint: 'Use an Admin key, or ask an owner or admin.',
    })
  const scope = `${isOfOrganisation && principal.isOrganisationWide ? 'organisation_guardrails' : 'guardrails'}.${verb}`
  const where = principal.isOrganisationWide ? null : reach.workspaceId
  if (!principal.holds(scope, where)) throw scopeMissing(principal, `${verb} this guardrail`, [scope])
}
