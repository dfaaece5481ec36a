/** A provider that fails, and another that answers instead. The caller sees one good answer. */

import { type Config, Gatehouse } from 'gatehouse-sdk'

const config: Config = {
  strategy: { mode: 'fallback', on_status_codes: [429, 500, 503] },
  targets: [
    // Stands for a provider with a bad day: the mock fails when the model's name says so.
    { provider: 'mock', override_params: { model: 'mock-error-503' } },
    { provider: 'mock', override_params: { model: 'mock' } },
  ],
}

const gatehouse = new Gatehouse({ config })
const answer = await gatehouse.chat.completions.create({ messages: [{ role: 'user', content: 'Are you there?' }] })

console.log(answer.choices[0]?.message.content)
console.log(`answered by ${answer.gateway.target}`)

// Prints:
// Hello from the mock provider. You said: Are you there?
// answered by config.targets[1]
