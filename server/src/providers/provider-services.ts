/** Services of the running process that some adapters need. The list of adapters is static; these are created at start. */

import { RoleSessions, type TokenSender } from './bedrock/assume-role.ts'
import { createTokenSource, type TokenSource } from './vertex-ai/token-source.ts'

export type ProviderServices = {
  /** Where the built-in mock listens. */
  readonly mockOrigin: string
  /** Exchanges Google service accounts for access tokens. */
  readonly googleTokens: TokenSource
  /** Exchanges AWS keys for those of a role. */
  readonly awsRoles: RoleSessions
}

export function createProviderServices(mockOrigin: string, send: TokenSender): ProviderServices {
  return { mockOrigin, googleTokens: createTokenSource(send), awsRoles: new RoleSessions(send) }
}
