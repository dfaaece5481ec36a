/** Serve the second of two identical requests from the cache; a namespace separates tenants. */

import { Gatehouse } from 'gatehouse-gateway-sdk'

const gatehouse = new Gatehouse({ config: { provider: 'mock', cache: { mode: 'simple', max_age: 3600 } } })
const question = { model: 'mock', messages: [{ role: 'user', content: `What is the time? ${Date.now()}` }] }

async function send(options = {}): Promise<string | null> {
  return (await gatehouse.chat.completions.create(question, options)).gateway.cacheStatus
}

console.log('first', await send())
console.log('again', await send())
console.log('by another tenant', await send({ cacheNamespace: 'tenant-b' }))
console.log('refreshed', await send({ cacheForceRefresh: true }))

// Prints:
// first MISS
// again HIT
// by another tenant MISS
// refreshed REFRESH
