/** Fall back to another provider when one fails. The caller sees one successful response. */

import { type Config, Gatehouse } from 'gatehouse-gateway-sdk'

const config: Config = {
  strategy: { mode: 'fallback', on_status_codes: [429, 500, 503] },
  targets: [
    // Simulates a provider that is down: the mock fails with the status in the model name.
    { provider: 'mock', override_params: { model: 'mock-error-503' } },
    { provider: 'mock', override_params: { model: 'mock' } },
  ],
}

const gatehouse = new Gatehouse({ config })
const response = await gatehouse.chat.completions.create({ messages: [{ role: 'user', content: 'Are you there?' }] })

console.log(response.choices[0]?.message.content)
console.log(`answered by ${response.gateway.target}`)

// Prints:
// Hello from the mock provider. You said: Are you there?
// answered by config.targets[1]
