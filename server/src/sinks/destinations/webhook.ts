/** Posts batches to a webhook: a JSON array of logs. */

import type { SinkSecret } from '../../core/sinks/sinks.ts'
import { signatureHeaders } from '../../core/webhook-signature.ts'
import type { Egress } from '../../egress/send.ts'
import type { Destination } from '../destination.ts'
import { givenHeaders, sendBatch } from './http-outcome.ts'

export function webhookDestination(secret: SinkSecret, egress: Pick<Egress, 'send'>): Destination {
  return {
    async deliver({ id, logs }, signal) {
      const { url, signingSecret } = secret
      if (url === undefined) return { kind: 'failed', message: 'The sink has no URL.', retryAfterMs: null }
      const body = `[${logs.map(({ line }) => line).join(',\n')}]`
      const headers = {
        ...givenHeaders(secret.headers),
        'content-type': 'application/json',
        'user-agent': 'gatehouse',
        'x-gateway-event': 'logs',
        'x-gateway-delivery': id,
        'webhook-id': id,
        ...(signingSecret !== undefined && signatureHeaders(body, signingSecret)),
      }
      return await sendBatch(egress, { method: 'POST', url, headers, body: Buffer.from(body) }, signal)
    },
    close: async () => {},
  }
}
