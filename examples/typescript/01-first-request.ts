/** Send one request and print what the gateway reports. Needs GATEWAY_API_KEY; the mock provider needs no account. */

import { Gatehouse } from 'gatehouse-gateway-sdk'

const gatehouse = new Gatehouse({ provider: 'mock' })

const response = await gatehouse.chat.completions.create(
  { model: 'mock', messages: [{ role: 'user', content: 'Hello!' }] },
  { traceId: 'first-request' },
)

console.log(response.choices[0]?.message.content)
console.log(`${response.gateway.provider} answered ${response.gateway.traceId}, cache ${response.gateway.cacheStatus}`)

// Prints:
// Hello from the mock provider. You said: Hello!
// mock answered first-request, cache DISABLED
