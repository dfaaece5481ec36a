/** Signs the webhooks of alerts, guardrails and sinks. */

import { createHmac } from 'node:crypto'

/** The signature covers the timestamp, so that a receiver can reject replays. */
export function signatureHeaders(body: string, secret: string): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { 'x-gateway-timestamp': seconds, 'x-gateway-signature': `sha256=${signature}` }
}
