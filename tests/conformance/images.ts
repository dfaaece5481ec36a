/** Features of the image endpoints, tested with the official OpenAI client. */

import { expect } from 'bun:test'
import OpenAI, { toFile } from 'openai'
import { PICTURE } from '../../simulators/wire/openai/media.ts'
import type { Feature } from './matrix.ts'
import { failureOf, PNG, type Scene } from './scene.ts'

type Plays = Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>>

export const DRAWINGS: Plays = {
  async plain({ openai, subject }) {
    const { data } = await openai.images.generate({ model: subject.model, prompt: 'a gate', n: 2, size: '1024x1024' })
    expect(data?.map(({ b64_json: base64 }) => base64)).toEqual([PICTURE, PICTURE])
  },
  async error({ openai, subject }) {
    const call = (prompt: string) => openai.images.generate({ model: subject.model, prompt })
    expect(await failureOf(call('fail 429'))).toBeInstanceOf(OpenAI.RateLimitError)
    expect(await failureOf(call('fail 400'))).toMatchObject({
      status: 400,
      error: { message: 'simulated failure 400' },
    })
  },
  async usage({ openai, subject }) {
    const { usage } = await openai.images.generate({ model: subject.model, prompt: 'a gate' })
    expect(usage).toMatchObject({ input_tokens: 8, output_tokens: 16, total_tokens: 24 })
  },
}

const picture = () => toFile(PNG, 'gate.png', { type: 'image/png' })

async function editedFrom({ openai, subject }: Scene, images: number): Promise<string> {
  const files = await Promise.all(Array.from({ length: images }, picture))
  const image = images === 1 ? files[0]! : files
  const { data } = await openai.images.edit({ model: subject.model, prompt: 'make it red', image })
  return Buffer.from(data?.[0]?.b64_json ?? '', 'base64').toString()
}

export const EDITS: Plays = {
  async plain(scene) {
    expect(await editedFrom(scene, 1)).toBe(`edited ${PNG.length} bytes`)
  },
  async 'image in'(scene) {
    expect(await editedFrom(scene, 2)).toBe(`edited ${PNG.length}+${PNG.length} bytes`)
  },
  async error({ openai, subject }) {
    const request = { model: subject.model, prompt: 'fail 400', image: await picture() }
    expect(await failureOf(openai.images.edit(request))).toBeInstanceOf(OpenAI.BadRequestError)
  },
}
