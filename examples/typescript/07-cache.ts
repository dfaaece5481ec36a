/** The second of two equal questions is answered from the cache; a namespace keeps tenants apart. */

import { Gatehouse } from 'gatehouse-sdk'

const gatehouse = new Gatehouse({ config: { provider: 'mock', cache: { mode: 'simple', max_age: 3600 } } })
const question = { model: 'mock', messages: [{ role: 'user', content: `What is the time? ${Date.now()}` }] }

async function ask(options = {}): Promise<string | null> {
  return (await gatehouse.chat.completions.create(question, options)).gateway.cacheStatus
}

console.log('first', await ask())
console.log('again', await ask())
console.log('by another tenant', await ask({ cacheNamespace: 'tenant-b' }))
console.log('made new', await ask({ cacheForceRefresh: true }))

// Prints:
// first MISS
// again HIT
// by another tenant MISS
// made new REFRESH
