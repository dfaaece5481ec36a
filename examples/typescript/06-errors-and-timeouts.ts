/** Handle errors: each kind has a class, a source and a hint. */

import { BadRequestError, Gatehouse, GatewayError, RateLimitError, RequestTimeoutError } from 'gatehouse-gateway-sdk'

const gatehouse = new Gatehouse({ provider: 'mock' })
const messages = [{ role: 'user', content: 'Hi' }]

async function attempt(label: string, call: () => PromiseLike<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (error instanceof RateLimitError) console.log(`${label}: ${error.source}, wait ${error.retryAfter} s`)
    else if (error instanceof RequestTimeoutError) console.log(`${label}: ${error.source} gave up, ${error.status}`)
    else if (error instanceof BadRequestError) console.log(`${label}: ${error.code}. ${error.hint}`)
    else if (error instanceof GatewayError) console.log(`${label}: ${error}`)
    else throw error
  }
}

await attempt('busy', () => gatehouse.chat.completions.create({ model: 'mock-error-429-after-2', messages }))
await attempt('slow', () =>
  gatehouse.chat.completions.create({ model: 'mock-slow-3000', messages }, { requestTimeout: 100 }),
)
await attempt('typo', () => gatehouse.chat.completions.create({ model: 'mock', messages }, { provider: 'mokc' }))

// Prints:
// busy: provider, wait 2 s
// slow: gateway gave up, 408
// typo: provider_unknown. …
