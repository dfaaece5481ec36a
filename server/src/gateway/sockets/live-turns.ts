/** Turns of Gemini's Live API: held before content that may start one, settled with the usage metadata of the turn. */

import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import { boundsOf } from '../limits/model-bounds.ts'
import { readEvent } from './read-event.ts'
import { type Turn, Turns } from './turns.ts'

/** 16 kHz, two bytes per sample and 25 tokens per second: 1,280 bytes per token, 1,706 in base64. */
const AUDIO_BYTES_A_TOKEN = 1_000
const TOKENS_A_TURN = 1_024
const MOST_CONTEXT_TOKENS = 1_048_576
const AUDIO_INPUT = /^\{"realtime_?[iI]nput":\{"(?:audio|media_?[cC]hunks)":[[{"a-zA-Z]*"?mime_?[tT]ype":"audio\//

export class LiveTurns extends Turns {
  #model: string | null = null
  /** The turn that content has started or may start. */
  #standing: Turn | null = null
  #isActive = false
  #hasEnded = false
  #usage: Usage | null = null
  #maxOutputTokens: number | null = null
  #knownTokens = 0
  #textBytes = 0
  #audioBytes = 0

  get isActive(): boolean {
    return this.#isActive
  }

  fromCaller(message: string): Promise<GatewayError | null> | GatewayError | null {
    if (AUDIO_INPUT.test(message.slice(0, 256))) this.#audioBytes += message.length
    else {
      this.#textBytes += Buffer.byteLength(message)
      const setup = message.includes('setup') || message.includes('\\u') ? readEvent(message)?.['setup'] : undefined
      if (isObject(setup)) return this.#setUp(setup)
    }
    return this.#standing ? null : this.#stand()
  }

  fromProvider(message: string): null {
    if (message.includes('"modelTurn"')) this.#isActive = true
    const hasUsage = message.includes('"usageMetadata"')
    if (!hasUsage && !message.includes('"turnComplete"')) return null
    const event = readEvent(message)
    const given = event?.['usageMetadata']
    if (isObject(given)) this.#usage = liveUsage(given) ?? this.#usage
    if (memberOf(event?.['serverContent'], 'turnComplete') === true) this.#hasEnded = true
    if (this.#hasEnded && this.#usage) this.#finish(this.#usage)
    return null
  }

  /** The protocol has no error event, so the caller also gets the error in the reason of the close frame. */
  errorEvent({ code, message, status }: GatewayError): string {
    return JSON.stringify({ error: { code: status, status: code, message } })
  }

  #finish(usage: Usage): void {
    this.#hasEnded = false
    this.#isActive = false
    this.#usage = null
    this.#knownTokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
    this.#textBytes = 0
    this.#audioBytes = 0
    const turn = this.#standing
    this.#standing = null
    if (turn) this.settle(turn, usage, '')
  }

  override end(): ReturnType<Turns['end']> {
    if (this.#usage) this.#finish(this.#usage)
    else if (this.#standing && !this.#isActive) this.release(this.#standing)
    return super.end()
  }

  /** The first message names the model. A turn is held for it, so that a model that is not allowed is refused at once. */
  #setUp(setup: JsonObject): Promise<GatewayError | null> {
    const model = setup['model']
    if (typeof model === 'string') this.#model = model.slice(model.lastIndexOf('/') + 1)
    this.responseModel = this.#model
    const limit = memberOf(setup['generationConfig'] ?? setup['generation_config'], 'maxOutputTokens')
    this.#maxOutputTokens = typeof limit === 'number' && limit > 0 ? limit : null
    return this.#stand()
  }

  async #stand(): Promise<GatewayError | null> {
    const bounds = boundsOf(this.#model)
    const input =
      this.#knownTokens + this.#textBytes + Math.ceil(this.#audioBytes / AUDIO_BYTES_A_TOKEN) + TOKENS_A_TURN
    const inputTokens = Math.min(input, bounds.contextTokens ?? MOST_CONTEXT_TOKENS)
    const outputTokens = this.#maxOutputTokens ?? bounds.outputTokens
    const most = { ...NO_USAGE, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
    const turn = await this.hold(most, this.#model === null ? null : { model: this.#model })
    if (turn instanceof GatewayError) return turn
    if (this.#standing) this.release(turn)
    else this.#standing = turn
    return null
  }
}

/** Live names the output `response...`, where the rest of the API says `candidates...`. */
function liveUsage(given: JsonObject): Usage | null {
  const { responseTokenCount, responseTokensDetails, ...rest } = given
  return usageFrom({
    ...rest,
    ...(responseTokenCount !== undefined && { candidatesTokenCount: responseTokenCount }),
    ...(responseTokensDetails !== undefined && { candidatesTokensDetails: responseTokensDetails }),
  })
}
