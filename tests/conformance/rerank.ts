/** /rerank is passed through: the caller's bytes with the provider's credential, and the provider's bytes back. */

import { expect } from 'bun:test'
import type { Feature } from './matrix.ts'
import type { Scene } from './scene.ts'

/** Unusual spacing: re-serialized JSON would differ from these bytes. */
function bodyOf({ subject }: Scene, query: string): string {
  const documents = '["kurz", "ein l\\u00e4ngerer Text", "mittel lang"]'
  return `{ "query":"${query}",\t"documents" : ${documents},"model": "${subject.model}" }`
}

export const RERANK: Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>> = {
  async plain(scene) {
    const body = bodyOf(scene, 'which is the longest?')
    const response = await scene.post('/rerank', body)
    const text = await response.text()
    expect([response.status, scene.bodies()]).toEqual([200, [body]])
    expect(text).toContain('"relevance_score":0.90')
    const answer = JSON.parse(text) as Record<string, { index: number }[]>
    expect((answer['results'] ?? answer['data'])?.map(({ index }) => index)).toEqual([1, 2, 0])
  },
  async error(scene) {
    for (const status of [429, 400]) {
      const response = await scene.post('/rerank', bodyOf(scene, `fail ${status}`))
      expect(response.status).toBe(status)
      expect(await response.text()).toContain(`simulated failure ${status}`)
    }
  },
}
