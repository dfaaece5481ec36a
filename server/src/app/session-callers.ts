/** Lets signed-in users send requests from the dashboard: the session cookie authenticates instead of a key. */

import { holdsIn } from '../control/access/principal.ts'
import { requireSameOrigin } from '../control/access/same-origin.ts'
import { sessionPrincipal, sessionToken, tokenHashInput } from '../control/access/session.ts'
import { type Caller, INFERENCE, NO_DEFAULTS } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import type { HeaderMap } from '../core/headers.ts'
import { ownedLimits } from '../core/stores/limits.ts'
import type { Stores, Vault } from '../core/stores/stores.ts'

export type SessionCallers = (request: Request, headers: HeaderMap) => Promise<Caller | null>

type Ports = {
  readonly stores: Stores
  readonly vault: Pick<Vault, 'hash'>
  readonly baseUrlOf: (request: Request) => string
}

/** Returns null if the request has no session cookie of this gateway; other cookies are ignored. */
export function sessionCallers({ stores, vault, baseUrlOf }: Ports): SessionCallers {
  return async (request, headers) => {
    const baseUrl = baseUrlOf(request)
    const token = sessionToken(headers, baseUrl)
    if (token === null) return null
    requireSameOrigin(request.method, headers, baseUrl)
    const person = await sessionPrincipal(vault.hash(tokenHashInput('session', token)), stores, Date.now())
    if (person === null) throw new GatewayError('session_invalid')
    const { organisationId } = person
    const named =
      headers['x-gateway-workspace-id'] ?? (person.isOrganisationWide ? null : (person.workspaceIds[0] ?? ''))
    const workspace =
      named === null
        ? await stores.workspaces.findDefault(organisationId)
        : await stores.workspaces.find(organisationId, named.slice(0, 128))
    const isOpen = workspace && (person.isOrganisationWide || person.workspaceIds.includes(workspace.id))
    if (!isOpen) throw new GatewayError('workspace_unknown', { param: 'x-gateway-workspace-id' })
    for (const name in headers) if (isBrowserHeader(name)) delete headers[name]
    const organisation = await stores.organisations.read(organisationId)
    const { id, name } = workspace
    const limits = ownedLimits([{ kind: 'workspace', id, name, limits: workspace.limits }])
    return {
      keyId: person.id,
      keyName: person.name,
      kind: 'workspace',
      organisationId,
      workspaceId: workspace.id,
      scopes: NO_SCOPES,
      allowInference: holdsIn(person, INFERENCE, workspace.id),
      expiresAtMs: null,
      defaults: {
        ...NO_DEFAULTS,
        metadata: { ...organisation.settings.defaultMetadata, ...workspace.defaultMetadata },
      },
      logBodies: workspace.logBodies ?? organisation.settings.logBodies ?? null,
      isPerson: true,
      ...(limits && { limits }),
      createdBy: person.id,
    }
  }
}

/**
 * Headers that the browser adds or that are handled here. They are not forwarded, so no provider learns the dashboard's
 * address.
 */
function isBrowserHeader(name: string): boolean {
  return NOT_FORWARDED.has(name) || name.startsWith('sec-')
}

/** Includes the cookie: the session is a credential, and `forward_headers` could otherwise name it. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'cookie',
  'x-gateway-workspace-id',
  'x-gateway-csrf',
  'origin',
  'referer',
])

const NO_SCOPES: ReadonlySet<string> = new Set()
