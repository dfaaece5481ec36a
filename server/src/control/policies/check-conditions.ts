/** Checks that the resources in policy conditions exist. */

import { GatewayError } from '../../core/errors.ts'
import type { PolicyCondition } from '../../core/stores/policies.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { didYouMean } from '../../core/suggest.ts'
import type { Call } from '../endpoint.ts'
import type { PolicyPorts } from './policy-ports.ts'

type Caller = Pick<Call<unknown, unknown>, 'principal' | 'reach'>

/** Replaces workspaces by ids and virtual keys by slugs, as in request records. Providers must exist. */
export async function checkConditions(
  call: Caller,
  stores: Stores,
  conditions: readonly PolicyCondition[],
  providers: PolicyPorts['providers'],
): Promise<readonly PolicyCondition[]> {
  const checked: PolicyCondition[] = []
  for (const [i, condition] of conditions.entries()) {
    const { key, values, excludes } = condition
    const check = async (value: string) => {
      if (key === 'provider') requireProvider(`conditions[${i}]`, value, providers)
      if (key === 'virtual_key') return virtualKeySlug(call, stores, value)
      return key === 'workspace_id' ? workspaceId(call, stores, `conditions[${i}]`, value) : value
    }
    const inAll = (list: readonly string[]) => Promise.all(list.map(check))
    checked.push({ key, values: values === '*' ? '*' : await inAll(values), excludes: await inAll(excludes) })
  }
  return checked
}

function requireProvider(param: string, value: string, providers: PolicyPorts['providers']): void {
  const slugs = providers.map(({ slug }) => slug)
  if (slugs.includes(value)) return
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: unknown provider "${value}".${didYouMean(value, slugs)}`,
    hint: 'GET /v1/supported-providers lists them.',
  })
}

/** Unknown names are kept, because a policy may be created before its virtual key. */
async function virtualKeySlug({ reach }: Caller, stores: Stores, named: string): Promise<string> {
  const found = named.length > 128 ? undefined : await stores.virtualKeys.find(reach, named)
  return found?.slug ?? named
}

/** The same error whether the workspace does not exist or the caller may not access it. */
async function workspaceId({ principal, reach }: Caller, stores: Stores, param: string, named: string): Promise<string> {
  const found = named.length > 128 ? undefined : await stores.workspaces.find(reach.organisationId, named)
  if (found && (principal.isOrganisationWide || principal.workspaceIds.includes(found.id))) return found.id
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: unknown workspace "${named.slice(0, 64)}".`,
    hint: 'Send the id or slug of one of your workspaces.',
  })
}
