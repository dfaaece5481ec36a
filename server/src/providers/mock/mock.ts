/** The built-in mock provider, which needs no account. */

import { GatewayError } from '../../core/errors.ts'
import type { ProviderAdapter } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { ALL_ENDPOINTS, NO_SETTINGS } from '../openai-compatible.ts'
import { removeCredentials } from '../place-credential.ts'
import { workspaceToken } from './workspace-token.ts'

// Set once at startup: the registry is static, and the mock's port is known only after it listens.
let origin: string | null = null

export function setMockOrigin(listening: string): void {
  origin = listening
}

export const mock: ProviderAdapter = {
  slug: 'mock',
  title: 'Mock (built in)',
  docs: 'https://platform.openai.com/docs/api-reference',
  settings: NO_SETTINGS,
  needsCredential: false,
  endpoints: ALL_ENDPOINTS,
  streamsUsage: true,
  locate(call) {
    if (call.customHost !== null) return joinUrl(call.customHost, call.path, call.search)
    if (origin === null)
      throw new GatewayError('upstream_unreachable', { message: 'The mock provider is not running.' })
    return joinUrl(`${origin}/v1`, call.path, call.search)
  },
  authorize(outgoing, _credential, _settings, workspaceId) {
    removeCredentials(outgoing)
    if (workspaceId !== undefined && outgoing.url.startsWith(`${origin}/`))
      outgoing.headers['authorization'] = workspaceToken(workspaceId)
  },
}
