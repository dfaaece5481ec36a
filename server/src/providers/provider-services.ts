/** Services that some adapters need. Adapters are static, so these services are created at start and passed to them. */

import { type CloudIdentities, NO_IDENTITIES } from '../core/ambient-identities.ts'
import { AzureTokens } from './azure/azure-tokens.ts'
import { RoleSessions } from './bedrock/assume-role.ts'
import { AwsIdentity } from './bedrock/aws-identity.ts'
import type { TokenSender } from './request-token.ts'
import { createTokenSource, type TokenSource } from './vertex-ai/token-source.ts'

export type ProviderServices = {
  /** Where the built-in mock listens. */
  readonly mockOrigin: string
  /** Exchanges Google service accounts for access tokens. */
  readonly googleTokens: TokenSource
  /** Access tokens of Azure applications and identities. */
  readonly azureTokens: AzureTokens
  /** Exchanges AWS keys for those of a role. */
  readonly awsRoles: RoleSessions
  /** The AWS keys of the gateway itself. */
  readonly awsIdentity: AwsIdentity
}

/** `sendToIdentity` can also reach the identity services of this machine. The default, `send`, cannot. */
export function createProviderServices(
  mockOrigin: string,
  send: TokenSender,
  identities: CloudIdentities = NO_IDENTITIES,
  sendToIdentity: TokenSender = send,
): ProviderServices {
  return {
    mockOrigin,
    googleTokens: createTokenSource(send),
    azureTokens: new AzureTokens({ identities, send, sendToIdentity }),
    awsRoles: new RoleSessions(send),
    awsIdentity: new AwsIdentity({ identities, send, sendToIdentity }),
  }
}
