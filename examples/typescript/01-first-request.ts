/** One request, and what the gateway says about it. Needs GATEWAY_API_KEY; the mock provider needs no account. */

import { Gatehouse } from 'gatehouse-sdk'

const gatehouse = new Gatehouse({ provider: 'mock' })

const answer = await gatehouse.chat.completions.create(
  { model: 'mock', messages: [{ role: 'user', content: 'Hello!' }] },
  { traceId: 'first-request' },
)

console.log(answer.choices[0]?.message.content)
console.log(`${answer.gateway.provider} answered ${answer.gateway.traceId}, cache ${answer.gateway.cacheStatus}`)

// Prints:
// Hello from the mock provider. You said: Hello!
// mock answered first-request, cache DISABLED
