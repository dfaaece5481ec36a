/** Any host that speaks OpenAI's format: a model server of one's own, or a provider without an adapter. */

import { GatewayError } from '../../core/errors.ts'
import type { ProviderAdapter } from '../adapter.ts'
import { chatVariant } from '../chat-variant.ts'
import { joinUrl } from '../join-url.ts'
import { ALL_ENDPOINTS, NO_SETTINGS } from '../openai-like.ts'
import { placeBearer } from '../place-credential.ts'

export const openaiCompatible: ProviderAdapter = {
  slug: 'openai-compatible',
  title: 'Any OpenAI-compatible host',
  docs: 'https://platform.openai.com/docs/api-reference',
  settings: NO_SETTINGS,
  needsCredential: false,
  endpoints: ALL_ENDPOINTS,
  adapt: chatVariant({ maxCompletionTokens: true, developerRole: true, takesSignedCalls: true }),
  locate(call) {
    if (call.customHost === null) {
      throw new GatewayError('provider_settings_invalid', {
        message: 'The provider openai-compatible has no address of its own: it needs a custom host.',
        param: 'custom_host',
        hint: 'Send x-gateway-custom-host, or custom_host in the config: http(s)://host[:port]/v1.',
      })
    }
    return joinUrl(call.customHost, call.path, call.search)
  },
  authorize(outgoing, credential) {
    if (credential !== null) placeBearer(outgoing, credential)
  },
}
