/** Features of /v1/completions, tested with the official OpenAI client. */

import { expect } from 'bun:test'
import OpenAI from 'openai'
import { GREETING, USAGE } from '../../simulators/wire/reply-content.ts'
import type { Feature } from './matrix.ts'
import { failureOf, type Scene } from './scene.ts'

export const COMPLETIONS: Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>> = {
  async plain({ openai, subject }) {
    const { object, choices } = await openai.completions.create({
      model: subject.model,
      prompt: 'hello',
      stop: ['END'],
    })
    expect(object).toBe('text_completion')
    expect(choices).toMatchObject([{ index: 0, text: GREETING, finish_reason: 'stop' }])
  },
  async stream({ openai, subject }) {
    const stream = await openai.completions.create({ model: subject.model, prompt: 'hello', stream: true })
    const pieces: string[] = []
    for await (const { choices } of stream) for (const { text } of choices) if (text !== '') pieces.push(text)
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe(GREETING)
  },
  async error({ openai, subject }) {
    const call = (prompt: string) => openai.completions.create({ model: subject.model, prompt })
    expect(await failureOf(call('fail 429'))).toBeInstanceOf(OpenAI.RateLimitError)
    const bad = await failureOf(call('fail 400'))
    expect(bad).toBeInstanceOf(OpenAI.BadRequestError)
    expect(bad).toMatchObject({ error: { message: 'simulated failure 400', type: 'invalid_request_error' } })
    const midway = await openai.completions.create({ model: subject.model, prompt: 'fail midway', stream: true })
    expect(await failureOf(Array.fromAsync(midway))).toBeInstanceOf(OpenAI.APIError)
  },
  async usage({ openai, subject }) {
    const request = { model: subject.model, prompt: 'hello' }
    const expected = {
      prompt_tokens: USAGE.prompt,
      completion_tokens: USAGE.completion,
      total_tokens: USAGE.prompt + USAGE.completion,
    }
    expect((await openai.completions.create(request)).usage).toEqual(expected)
    const options = { include_usage: true }
    const asked = await Array.fromAsync(
      await openai.completions.create({ ...request, stream: true, stream_options: options }),
    )
    expect(asked.flatMap(({ usage }) => usage ?? [])).toEqual([expected])
    const unasked = await Array.fromAsync(await openai.completions.create({ ...request, stream: true }))
    expect(unasked.flatMap(({ usage }) => usage ?? [])).toEqual([])
  },
}
