/** Features of /v1/embeddings, tested with the official OpenAI client. */

import { expect } from 'bun:test'
import OpenAI from 'openai'
import { vectorOf } from '../../simulators/wire/openai/openai.ts'
import type { Feature } from './matrix.ts'
import { failureOf, type Scene } from './scene.ts'

export const EMBEDDINGS: Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>> = {
  async plain({ openai, subject }) {
    const model = subject.embeddingModel!
    const input = subject.embedsMany === false ? ['äpfel'] : ['äpfel', 'pears']
    const { data, usage } = await openai.embeddings.create({ model, input })
    expect(data.map(({ index, embedding }) => [index, embedding])).toEqual(input.map((text, i) => [i, vectorOf(text)]))
    // 0 means "not reported": clients read the member without a check. The table has no mark for it.
    if (!subject.countsEmbeddings) expect(usage).toEqual({ prompt_tokens: 0, total_tokens: 0 })
    const one = await openai.embeddings.create({ model, input: 'one', encoding_format: 'float' })
    expect(one.data[0]?.embedding).toEqual(vectorOf('one'))
  },
  async error({ openai, subject }) {
    const failure = await failureOf(openai.embeddings.create({ model: subject.embeddingModel!, input: [''] }))
    expect(failure).toBeInstanceOf(OpenAI.BadRequestError)
    expect(failure).toMatchObject({ error: { message: expect.any(String), type: 'invalid_request_error' } })
  },
  async usage({ openai, subject }) {
    const isOne = subject.embedsMany === false
    const { usage } = await openai.embeddings.create({
      model: subject.embeddingModel!,
      input: isOne ? ['a'] : ['a', 'b'],
    })
    expect(usage).toEqual(isOne ? { prompt_tokens: 4, total_tokens: 4 } : { prompt_tokens: 8, total_tokens: 8 })
  },
}
