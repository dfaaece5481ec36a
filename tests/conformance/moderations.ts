/** Features of /v1/moderations, tested with the official OpenAI client. */

import { expect } from 'bun:test'
import OpenAI from 'openai'
import type { Feature } from './matrix.ts'
import { failureOf, type Scene } from './scene.ts'

export const MODERATIONS: Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>> = {
  async plain({ openai, subject }) {
    const { results } = await openai.moderations.create({
      model: subject.model,
      input: ['a violent word', 'a kind one'],
    })
    expect(results.map(({ flagged }) => flagged)).toEqual([true, false])
  },
  async error({ openai, subject }) {
    const call = (input: string) => openai.moderations.create({ model: subject.model, input })
    expect(await failureOf(call('fail 429'))).toBeInstanceOf(OpenAI.RateLimitError)
    expect(await failureOf(call('fail 400'))).toBeInstanceOf(OpenAI.BadRequestError)
  },
}
