/** Print a response as it streams, then cancel another one: the gateway also stops the provider. */

import { Gatehouse } from 'gatehouse-gateway-sdk'

const gatehouse = new Gatehouse({ provider: 'mock' })
const question = { model: 'mock', messages: [{ role: 'user', content: 'Tell me a story.' }], stream: true as const }

for await (const chunk of await gatehouse.chat.completions.create(question)) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '')
}
console.log()

let words = 0
for await (const chunk of await gatehouse.chat.completions.create(question)) {
  if (chunk.choices[0]?.delta.content) words += 1
  if (words === 3) break
}
console.log(`stopped after ${words} pieces`)

// Prints:
// Hello from the mock provider. You said: Tell me a story.
// stopped after 3 pieces
