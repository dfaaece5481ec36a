/** What can go wrong has a class, says who refused, and how to repair it. */

import { BadRequestError, Gatehouse, GatewayError, RateLimitError, RequestTimeoutError } from 'gatehouse-sdk'

const gatehouse = new Gatehouse({ provider: 'mock' })
const messages = [{ role: 'user', content: 'Hi' }]

async function attempt(what: string, call: () => PromiseLike<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (error instanceof RateLimitError) console.log(`${what}: ${error.source}, wait ${error.retryAfter} s`)
    else if (error instanceof RequestTimeoutError) console.log(`${what}: ${error.source} gave up, ${error.status}`)
    else if (error instanceof BadRequestError) console.log(`${what}: ${error.code}. ${error.hint}`)
    else if (error instanceof GatewayError) console.log(`${what}: ${error}`)
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
