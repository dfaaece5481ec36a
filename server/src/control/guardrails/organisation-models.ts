/** Finds checks in the organisation's guardrails whose model each workspace chooses with its own virtual key. */

import { GatewayError } from '../../core/errors.ts'
import type { SavedGuardrail } from '../../core/stores/guardrails.ts'
import type { Stores } from '../../core/stores/stores.ts'

type WorkspaceModel = { readonly path: string; readonly virtualKey: string }

/** The checks of an organisation's guardrail whose virtual key is not an integration of the organisation. */
async function workspaceModels(
  { integrations }: Pick<Stores, 'integrations'>,
  { organisationId, workspaceId, version }: SavedGuardrail,
): Promise<readonly WorkspaceModel[]> {
  if (workspaceId !== null) return []
  const found: WorkspaceModel[] = []
  for (const [i, { parameters, isEnabled }] of version.checks.entries()) {
    const virtualKey = parameters['virtual_key']
    if (!isEnabled || typeof virtualKey !== 'string') continue
    const integration = await integrations.find(organisationId, virtualKey)
    if (integration === undefined || integration.workspaceId !== null)
      found.push({ path: `checks[${i}].parameters.virtual_key`, virtualKey })
  }
  return found
}

export async function modelWarnings(stores: Stores, guardrail: SavedGuardrail): Promise<readonly string[]> {
  const found = await workspaceModels(stores, guardrail)
  return found.map(
    ({ path, virtualKey }) =>
      `${path}: the organisation has no integration ${JSON.stringify(virtualKey)}, so each workspace chooses the model with its own virtual key of this name.`,
  )
}

/** Otherwise a workspace could replace the model of a default guardrail with one that accepts everything. */
export async function refuseWorkspaceModels(stores: Stores, guardrail: SavedGuardrail, param: string): Promise<void> {
  const [first] = await workspaceModels(stores, guardrail)
  if (first === undefined) return
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: ${first.path} of the guardrail ${JSON.stringify(guardrail.slug)} names ${JSON.stringify(first.virtualKey)}, which is no integration of the organisation. Each workspace could choose the model that judges it.`,
    hint: 'Create an integration with this slug and give the workspaces access to it, or send force=true.',
  })
}
