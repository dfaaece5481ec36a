/** Looks up what conditions name, where a wrong name could only be a slip. */

import { GatewayError } from '../../core/errors.ts'
import type { PolicyCondition } from '../../core/stores/policies.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { didYouMean } from '../../core/suggest.ts'
import type { Call } from '../endpoint.ts'
import type { PolicyPorts } from './policy-ports.ts'

type Asked = Pick<Call<unknown, unknown>, 'principal' | 'reach'>

/** Workspaces become the ids and virtual keys the slugs that requests carry; providers must be known. */
export async function checkConditions(
  call: Asked,
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
    message: `${param}: there is no provider "${value}".${didYouMean(value, slugs)}`,
    hint: 'GET /v1/supported-providers lists them.',
  })
}

/** A policy may be written before the virtual key it is about: an unknown name stays as it is. */
async function virtualKeySlug({ reach }: Asked, stores: Stores, named: string): Promise<string> {
  const found = named.length > 128 ? undefined : await stores.virtualKeys.find(reach, named)
  return found?.slug ?? named
}

/** Another's workspace and none at all are the same answer. */
async function workspaceId({ principal, reach }: Asked, stores: Stores, param: string, named: string): Promise<string> {
  const found = named.length > 128 ? undefined : await stores.workspaces.find(reach.organisationId, named)
  if (found && (principal.isOrganisationWide || principal.workspaceIds.includes(found.id))) return found.id
  throw new GatewayError('invalid_body', {
    param,
    message: `${param}: there is no workspace "${named.slice(0, 64)}".`,
    hint: 'Send the id or slug of one of your workspaces.',
  })
}
