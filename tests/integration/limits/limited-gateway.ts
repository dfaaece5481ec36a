/** Creates keys, virtual keys and prices for the tests of budgets and rate limits. */

import { ControlScene } from '../../harness/control-scene.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

export type Made = { readonly id: string; readonly key: string }

export class LimitedScene {
  readonly control: ControlScene

  constructor(readonly gateway: Gateway) {
    this.control = new ControlScene(gateway)
  }

  async key(limits: object, workspaceId?: string): Promise<Made> {
    const place = workspaceId === undefined ? {} : { workspace_id: workspaceId }
    const input = { name: this.control.uniqueName('limited key'), scopes: ['completions.write'], ...place, ...limits }
    const { id, key } = await this.control.do('POST', '/api-keys/workspace/service', input)
    return { id: String(id), key: String(key) }
  }

  async virtualKey(upstream: { readonly url: string }, limits: object): Promise<string> {
    const made = await this.control.do('POST', '/virtual-keys', {
      name: this.control.uniqueName('limited virtual key'),
      provider: 'openai-compatible',
      key: 'sk-sim',
      custom_host: `${upstream.url}/v1`,
      ...limits,
    })
    return String((made['data'] as { slug?: string } | undefined)?.slug ?? made['slug'])
  }

  /** Sets a fixed price in US dollars per request to the model. */
  async fee(model: string, usd: number): Promise<void> {
    await this.price(model, { requests: { usd, per: 1 } })
  }

  async price(model: string, prices: object): Promise<void> {
    await this.control.do('POST', '/prices', { provider: 'openai-compatible', model, prices })
  }

  /** The key's used and held budget, in US dollars. */
  async usageOf(keyId: string): Promise<{ current_usage: number; held: number; status: string }> {
    const { usage_limits } = await this.control.do('GET', `/api-keys/${keyId}`)
    return usage_limits as { current_usage: number; held: number; status: string }
  }
}

export const cost = (usd: number, more: object = {}) => ({ usage_limits: { type: 'cost', credit_limit: usd, ...more } })
export const rate = (type: 'requests' | 'tokens', unit: string, value: number) => ({
  rate_limits: [{ type, unit, value }],
})
