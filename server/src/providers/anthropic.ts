/** Anthropic adapter. Messages requests pass unchanged, chat requests are translated. */

import { z } from 'zod'
import { anthropicChat } from '../dialects/anthropic/anthropic-chat.ts'
import { anthropicTokenCounter } from '../dialects/anthropic/anthropic-token-counter.ts'
import { withoutForeignParts } from '../dialects/anthropic/foreign-parts.ts'
import type { ProviderAdapter } from './adapter.ts'
import { joinUrl, withParameter } from './join-url.ts'
import { placeApiKey, requireCredential } from './place-credential.ts'
import { headerSetting } from './setting-schemas.ts'

const BASE = 'https://api.anthropic.com/v1'
const VERSION = '2023-06-01'

export const anthropic: ProviderAdapter = {
  slug: 'anthropic',
  title: 'Anthropic',
  docs: 'https://docs.anthropic.com/en/api/overview',
  settings: z.object({
    anthropic_version: headerSetting('API version, sent as anthropic-version; 2023-06-01 when nobody names one.'),
    anthropic_beta: headerSetting('Beta features to switch on, sent as anthropic-beta.'),
  }),
  needsCredential: true,
  endpoints: new Set(['messages', 'messages.count_tokens', 'chat.completions', 'models', 'models.read']),
  dialects({ endpoint }) {
    if (endpoint === 'tokens.count') return anthropicTokenCounter
    return endpoint === 'chat.completions' ? anthropicChat : null
  },
  adapt({ endpoint, body }) {
    const isMessages = endpoint === 'messages' || endpoint === 'messages.count_tokens'
    const cleaned = isMessages && body ? withoutForeignParts(body) : null
    if (!cleaned) return null
    const set = new Map<string, unknown>([['messages', cleaned.messages]])
    if (!cleaned.stopsThinking) return { set, drop: new Set() }
    // Anthropic rejects context_management if thinking is disabled.
    return { set: set.set('thinking', { type: 'disabled' }), drop: new Set(['context_management']) }
  },
  locate(call) {
    if (call.endpoint === 'chat.completions') return joinUrl(call.customHost ?? BASE, '/messages', '')
    if (call.endpoint === 'tokens.count') return joinUrl(call.customHost ?? BASE, '/messages/count_tokens', '')
    // Anthropic's SDK appends /v1 to a base URL that already has it.
    const path = call.path.startsWith('/v1/') ? call.path.slice(3) : call.path
    // Without a limit, Anthropic returns only 20 models.
    const search = call.endpoint === 'models' ? withParameter(call.search, 'limit', '1000') : call.search
    return joinUrl(call.customHost ?? BASE, path, search)
  },
  authorize(outgoing, credential, settings) {
    placeApiKey(outgoing, 'x-api-key', requireCredential(credential))
    const { headers } = outgoing
    headers['anthropic-version'] ??= settings['anthropic_version'] ?? VERSION
    const beta = settings['anthropic_beta']
    if (beta !== undefined) headers['anthropic-beta'] ??= beta
  },
}
