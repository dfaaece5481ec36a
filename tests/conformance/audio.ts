/** Features of the audio endpoints, tested with the official OpenAI client: binary responses and multipart requests. */

import { expect } from 'bun:test'
import OpenAI, { toFile } from 'openai'
import { SPEECH } from '../../simulators/wire/openai/media.ts'
import type { Feature } from './matrix.ts'
import { failureOf, type Scene } from './scene.ts'

type Plays = Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>>

/** The simulator returns the file's name and the beginning of its hash. */
const SOUND = Uint8Array.from({ length: 70_001 }, (_, i) => (i * 37) % 256)
const HASH = new Bun.CryptoHasher('sha256').update(SOUND).digest('hex').slice(0, 8)

export const SPEECHES: Plays = {
  async plain({ openai, subject }) {
    const request = { model: subject.model, input: 'Hello.', voice: 'alloy', response_format: 'mp3' as const }
    const response = await openai.audio.speech.create(request)
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), SPEECH)).toBe(0)
  },
  async error({ openai, subject }) {
    const call = (input: string) => openai.audio.speech.create({ model: subject.model, input, voice: 'alloy' })
    expect(await failureOf(call('fail 429'))).toBeInstanceOf(OpenAI.RateLimitError)
    expect(await failureOf(call('fail 400'))).toMatchObject({
      status: 400,
      error: { message: 'simulated failure 400' },
    })
  },
}

const file = () => toFile(SOUND, 'grüße.wav', { type: 'audio/wav' })

export const TRANSCRIPTIONS: Plays = {
  async plain({ openai, subject }) {
    const request = { model: subject.model, file: await file(), language: 'de' }
    expect((await openai.audio.transcriptions.create(request)).text).toBe(`heard grüße.wav ${HASH}`)
  },
  async error({ openai, subject }) {
    const request = { model: subject.model, file: await file(), prompt: 'fail 429' }
    expect(await failureOf(openai.audio.transcriptions.create(request))).toBeInstanceOf(OpenAI.RateLimitError)
  },
}

export const TRANSLATIONS: Plays = {
  async plain({ openai, subject }) {
    const request = { model: subject.model, file: await file() }
    expect((await openai.audio.translations.create(request)).text).toBe(`translated grüße.wav ${HASH}`)
  },
  async error({ openai, subject }) {
    const request = { model: subject.model, file: await file(), prompt: 'fail 400' }
    expect(await failureOf(openai.audio.translations.create(request))).toBeInstanceOf(OpenAI.BadRequestError)
  },
}
