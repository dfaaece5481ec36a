/** The virtual key a path names, within the caller's reach; another workspace's is as if it did not exist. */

import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { StoredCredential, VirtualKey } from '../../core/stores/virtual-keys.ts'
import type { Call } from '../endpoint.ts'

const MAX_NAME = 128

export async function findVirtualKey(
  { reach, params }: Pick<Call<unknown, unknown>, 'reach' | 'params'>,
  stores: Stores,
): Promise<VirtualKey> {
  const name = params['slug'] ?? ''
  const key = name.length > MAX_NAME ? undefined : await stores.virtualKeys.find(reach, name)
  if (key) return key
  throw new GatewayError('not_found', {
    param: 'slug',
    message: 'No such virtual key exists.',
    hint: 'GET /v1/virtual-keys lists them.',
  })
}

export function findCredential(key: VirtualKey, keyId: string): StoredCredential {
  const credential = key.credentials.find((one) => one.id === keyId)
  if (credential) return credential
  throw new GatewayError('not_found', {
    param: 'key_id',
    message: 'No such key is behind this virtual key.',
    hint: `GET /v1/virtual-keys/${key.slug} lists them in keys.`,
  })
}
