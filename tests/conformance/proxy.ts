/** /proxy/<path>: forwards the caller's bytes with the provider's credential, and returns its status and bytes. */

import { expect } from 'bun:test'
import type { Feature } from './matrix.ts'
import type { Scene } from './scene.ts'

/** Unusual spacing: re-serialized JSON would differ from these bytes. */
function bodyOf(text: string): string {
  return `{ "input":\t{"prompt" : "${text}"},"seed":12345678901234567890 }`
}

export const PROXY: Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>> = {
  async plain(scene) {
    const body = bodyOf('a gate')
    const response = await scene.post(`/proxy${scene.subject.proxied}`, body)
    expect([response.status, await response.json()]).toEqual([201, { id: 'task-1', received: body.length }])
    expect(scene.bodies()).toEqual([body])
  },
  async error(scene) {
    for (const status of [429, 400]) {
      const response = await scene.post(`/proxy${scene.subject.proxied}`, bodyOf(`fail ${status}`))
      expect([response.status, await response.json()]).toEqual([status, { detail: `simulated failure ${status}` }])
    }
  },
}
