/** The AWS keys that sign a request: the given keys or the gateway's own, or those of a role assumed with them. */

import type { AuthorizeContext } from '../adapter.ts'
import type { Role, RoleSessions } from './assume-role.ts'
import type { Signing } from './bedrock-settings.ts'
import type { AwsKeys } from './sign.ts'

export async function signingKeys(
  signing: Exclude<Signing, { readonly kind: 'api_key' }>,
  role: Role | null,
  context: AuthorizeContext | undefined,
): Promise<AwsKeys> {
  const keys = signing.kind === 'keys' ? signing.keys : await ambientKeys(signing.param, context)
  return role === null ? keys : roleKeys(role, keys, context?.services.awsRoles)
}

function ambientKeys(param: string, context: AuthorizeContext | undefined): Promise<AwsKeys> {
  if (context === undefined) throw new Error('an AWS identity of the gateway needs an AuthorizeContext')
  return context.services.awsIdentity.keys(param, context)
}

function roleKeys(role: Role, keys: AwsKeys, roles: RoleSessions | undefined): Promise<AwsKeys> {
  if (roles === undefined) throw new Error('a role needs role sessions')
  return roles.keysFor(role, keys)
}
