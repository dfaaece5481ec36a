/** Send one user in five to a new model; each user keeps its target. */

import { type Config, Gatehouse } from 'gatehouse-gateway-sdk'

const config: Config = {
  strategy: { mode: 'loadbalance', sticky: { enabled: true, hash_fields: ['metadata._user'] } },
  targets: [
    { provider: 'mock', weight: 0.8, override_params: { model: 'mock' } },
    { provider: 'mock', weight: 0.2, override_params: { model: 'mock' } },
  ],
}

const gatehouse = new Gatehouse({ config })

async function targetOf(user: string): Promise<number | null> {
  const call = { messages: [{ role: 'user', content: 'Hi' }] }
  return (await gatehouse.chat.completions.create(call, { metadata: { _user: user } })).gateway.targetIndex
}

const users = Array.from({ length: 40 }, (_, i) => `user-${i}`)
const first = await Promise.all(users.map(targetOf))
const second = await Promise.all(users.map(targetOf))

console.log(`every user kept its target: ${first.every((target, i) => target === second[i])}`)
console.log(`both targets were used: ${new Set(first).size === 2}`)

// Prints:
// every user kept its target: true
// both targets were used: true
