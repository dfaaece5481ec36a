/** Rejects changes of a virtual key that would break other resources or leak their secrets. */

import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { VirtualKeyName } from '../../core/stores/virtual-keys.ts'
import type { OperationCall } from '../endpoint.ts'

export type SecretPorts = { readonly configTexts: Pick<ConfigTexts, 'holdsSecretParams'> }

/** Also rejects a slug that equals the id of another virtual key, because both can be used in requests. */
export async function refuseDuplicate(
  stores: Stores,
  { principal }: Pick<OperationCall<unknown, unknown>, 'principal'>,
  workspaceId: string,
  slug: string,
): Promise<void> {
  const reach = { organisationId: principal.organisationId, workspaceId }
  if ((await stores.virtualKeys.find(reach, slug)) === undefined) return
  throw new GatewayError('conflict', {
    param: 'slug',
    message: `slug: a virtual key "${slug}" already exists in this workspace.`,
    hint: 'Choose another slug, or omit it to generate one.',
  })
}

/** Throws if saved configs would send their secret parameters to the origin of this virtual key. */
export async function refuseSecretsOf(
  stores: Stores,
  key: VirtualKeyName,
  param: string,
  { configTexts }: SecretPorts,
): Promise<void> {
  const naming = await stores.configs.usingVirtualKey(key)
  const holding = naming.filter(({ version }) => configTexts.holdsSecretParams(version)).map((config) => config.slug)
  if (holding.length === 0) return
  throw new GatewayError('credential_origin_mismatch', {
    param,
    message: `${param}: the config ${holding[0]} uses the virtual key "${key.slug}" and contains secret parameters, which would be sent to another origin.`,
    hint: 'Use an Admin key, ask an owner or admin, or remove the secrets from the configs first.',
    details: holding.slice(0, 20),
  })
}

export async function refuseInUse(stores: Stores, key: VirtualKeyName): Promise<void> {
  refuseFor(`The virtual key "${key.slug}" is`, await usersOf(stores, key))
}

/** If the virtual key of its checks is disabled, a guardrail that denies would deny every request. */
export async function refuseDisabling(stores: Stores, key: VirtualKeyName): Promise<void> {
  refuseFor(`The virtual key "${key.slug}" is`, await guardrailsOf(stores, key))
}

/** `what` starts the sentence "... in use by ...". */
export function refuseFor(what: string, users: readonly string[]): void {
  if (users.length === 0) return
  throw new GatewayError('in_use', {
    message: `${what} in use by ${users.length === 1 ? users[0] : `${users.length} configs, prompts and guardrails`}.`,
    hint: 'Update the resources listed in details first, or send force=true.',
    details: users.slice(0, 20),
  })
}

async function guardrailsOf(stores: Stores, key: VirtualKeyName): Promise<string[]> {
  const users = await stores.guardrails.usingVirtualKey(key)
  return users.map(({ slug: user, name }) => `guardrail ${user} (${name})`)
}

/** The configs, prompts and guardrails that name the virtual key. */
export async function usersOf(stores: Stores, key: VirtualKeyName): Promise<string[]> {
  return [
    ...(await stores.configs.usingVirtualKey(key)).map(({ slug: user, name }) => `config ${user} (${name})`),
    ...(await stores.prompts.usingVirtualKey(key.workspaceId, key.slug)).map(
      ({ slug: user, name }) => `prompt ${user} (${name})`,
    ),
    ...(await guardrailsOf(stores, key)),
  ]
}
