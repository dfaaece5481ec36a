/** Finds the virtual key in the path. Virtual keys of other workspaces are reported as not found. */

import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { StoredCredential, VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { OperationCall } from '../endpoint.ts'

const MAX_NAME = 128

export async function findVirtualKey(
  { reach, params }: Pick<OperationCall<unknown, unknown>, 'reach' | 'params'>,
  stores: Stores,
): Promise<VirtualKey> {
  const name = params['slug'] ?? ''
  const key = name.length > MAX_NAME ? undefined : await stores.virtualKeys.find(reach, name)
  if (key) return key
  throw new GatewayError('not_found', {
    param: 'slug',
    message: 'No virtual key with this slug or id exists.',
    hint: 'GET /v1/virtual-keys lists them.',
  })
}

export function accountOfIntegration({ integration }: VirtualKey, param: string): GatewayError {
  const slug = integration?.slug ?? ''
  return new GatewayError('invalid_body', {
    param,
    message: `${param}: cannot be changed here; this provider uses the credential of the integration "${slug}".`,
    hint: `Change the integration with PUT /v1/integrations/${slug}.`,
  })
}

export function findCredential(key: VirtualKey, keyId: string): StoredCredential {
  const credential = key.credentials.find((one) => one.id === keyId)
  if (credential) return credential
  throw new GatewayError('not_found', {
    param: 'key_id',
    message: 'The virtual key has no provider key with this id.',
    hint: `GET /v1/virtual-keys/${key.slug} lists them in \`keys\`.`,
  })
}
