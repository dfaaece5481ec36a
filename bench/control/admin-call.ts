/** Calls to the admin API that prepare a measurement. */

import { ADMIN_KEY } from '../subjects.ts'

export async function post(url: string, path: string, body: object): Promise<Record<string, unknown>> {
  const reply = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-api-key': ADMIN_KEY },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`POST ${path} returned HTTP ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Record<string, unknown>
}

/** A budget in money needs a price. */
export async function priceBenchModel(url: string): Promise<void> {
  const perMillion = (usd: number) => ({ usd, per: 1_000_000 })
  await post(url, '/prices', {
    provider: 'openai-compatible',
    model: 'bench-plain',
    prices: { input_tokens: perMillion(2.5), output_tokens: perMillion(10) },
  })
}
