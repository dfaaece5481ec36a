/** Gets and caches access tokens of Google service accounts. */

import type { Awaitable } from '../../core/ports.ts'
import { ExpiringValues, keyOf } from '../expiring-values.ts'
import { formRequest, requestToken, type TokenSender } from '../request-token.ts'
import { SERVICE_ACCOUNT_SETTING, type ServiceAccount, signAssertion } from './account-key.ts'

export interface TokenSource {
  /** Synchronous if a valid token is cached. */
  tokenOf(account: ServiceAccount): Awaitable<string>
  /** Drops a token that the provider rejected. */
  discard(account: ServiceAccount, token: string): void
}

const REJECTED = {
  param: SERVICE_ACCOUNT_SETTING,
  what: 'the service account',
  hint: 'Check that the key is still active and belongs to this account.',
}

export function createTokenSource(send: TokenSender, now: () => number = Date.now): TokenSource {
  const tokens = new ExpiringValues<string>(now)
  const service = { name: 'the token service of Vertex AI', send, now }
  return {
    tokenOf: (account) =>
      tokens.get(identity(account), async () => {
        const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
        const assertion = await signAssertion(account, now())
        return requestToken(service, formRequest(account.tokenUrl, { grant_type, assertion }), REJECTED)
      }),
    discard: (account, token) => tokens.discard(identity(account), token),
  }
}

function identity({ clientEmail, privateKey, tokenUrl }: ServiceAccount): string {
  return keyOf([clientEmail, privateKey, tokenUrl])
}
