/** The built-in mock provider, which needs no account. */

import type { ProviderAdapter } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { ALL_ENDPOINTS, NO_SETTINGS } from '../openai-compatible.ts'
import { removeCredentials } from '../place-credential.ts'
import { workspaceToken } from './workspace-token.ts'

/** `authorize` replaces this by the mock's origin, because the port is known only when the mock listens. */
const MOCK_BASE = 'http://mock.invalid/v1'

export const mock: ProviderAdapter = {
  slug: 'mock',
  title: 'Mock (built in)',
  docs: 'https://platform.openai.com/docs/api-reference',
  settings: NO_SETTINGS,
  needsCredential: false,
  endpoints: ALL_ENDPOINTS,
  sockets: new Set(['none']),
  streamsUsage: true,
  locate: (call) => joinUrl(call.customHost ?? MOCK_BASE, call.path, call.search),
  authorize(outgoing, _credential, _settings, context) {
    removeCredentials(outgoing)
    // With a custom host, another server is called.
    if (!context || !outgoing.url.startsWith(`${MOCK_BASE}/`)) return
    const { services, workspaceId } = context
    outgoing.url = `${services.mockOrigin}/v1${outgoing.url.slice(MOCK_BASE.length)}`
    if (workspaceId !== undefined) outgoing.headers['authorization'] = workspaceToken(workspaceId)
  },
}
