/** Turns of Gemini's Live API: held before content that may start one, settled with the usage metadata of the turn. */

import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import { boundsOf } from '../limits/model-bounds.ts'
import { parsedEvent, readEvent } from './read-event.ts'
import { type Turn, Turns } from './turns.ts'

/** 16 kHz, two bytes per sample and 25 tokens per second: 1,280 bytes per token, 1,706 in base64. */
const AUDIO_BYTES_A_TOKEN = 1_000
const TOKENS_A_TURN = 1_024
const MOST_CONTEXT_TOKENS = 1_048_576
/** Gemini's limit for a frame at high resolution is 1,120. */
const TOKENS_A_FRAME = 1_200
/** A hold covers this many more tokens, so that it is not replaced with each message. */
const STEP_TOKENS = 4_096
/** One piece of audio or one frame and nothing else, as official clients write it. The data is between the two. */
const MEDIA_START =
  /^\{"realtime_?[iI]nput": ?\{"(?:audio|video|media|media_?[cC]hunks)": ?\[?\{(?:"mime_?[tT]ype": ?"(audio|image)\/[^"\\]{1,64}", ?)?"data": ?"/
const MEDIA_END = /^"(?:, ?"mime_?[tT]ype": ?"(audio|image)\/[^"\\]{1,64}")?\}\]?\}\}$/
const MAX_END_CHARACTERS = 128
const WORKING = /"(?:modelTurn|toolCall|outputTranscription|generationComplete)"/

/** A turn that is held, and the input tokens that it is held for. */
type Held = { readonly turn: Turn; readonly inputTokens: number }

export class LiveTurns extends Turns {
  #model: string | null = null
  #isSetUp = false
  /** The turn that content has started or may start. */
  #standing: Held | null = null
  /** The turn of content that is sent while a response is generated. */
  #next: Held | null = null
  #isActive = false
  #hasEnded = false
  /** Messages that were sent for the standing turn. The provider may answer each of them. */
  #messages = 0
  #usage: Usage | null = null
  #maxOutputTokens: number | null = null
  #knownTokens = 0
  #textBytes = 0
  #audioBytes = 0

  get isActive(): boolean {
    return this.#isActive
  }

  fromCaller(message: string): Promise<GatewayError | null> | GatewayError | null {
    const media = mediaIn(message)
    if (media === 'audio') this.#audioBytes += message.length
    else this.#textBytes += media === 'image' ? TOKENS_A_FRAME : Buffer.byteLength(message)
    if (media === null && (message.includes('setup') || message.includes('\\u'))) {
      const event = parsedEvent(message)
      if (event instanceof GatewayError) return event
      if (isObject(event['setup'])) return this.#isSetUp ? setUpTwice() : this.#setUp(event['setup'])
    }
    this.#messages++
    const held = this.#isActive ? this.#next : this.#standing
    return held !== null && this.#inputTokens() <= held.inputTokens ? null : this.#stand()
  }

  fromProvider(message: string): Promise<GatewayError | null> | null {
    if (!this.#isActive && WORKING.test(message)) this.#begin()
    const hasUsage = message.includes('"usageMetadata"')
    if (!hasUsage && !message.includes('"turnComplete"')) return null
    const event = readEvent(message)
    const given = event?.['usageMetadata']
    if (isObject(given)) this.#usage = liveUsage(given) ?? this.#usage
    if (memberOf(event?.['serverContent'], 'turnComplete') === true) this.#hasEnded = true
    return this.#hasEnded && this.#usage ? this.#finish(this.#usage) : null
  }

  /** The protocol has no error event, so the caller also gets the error in the reason of the close frame. */
  errorEvent({ code, message, status }: GatewayError): string {
    return JSON.stringify({ error: { code: status, status: code, message } })
  }

  /** What is sent from now on belongs to the next turn. */
  #begin(): void {
    this.#isActive = true
    this.#knownTokens = this.#inputTokens()
    this.#textBytes = 0
    this.#audioBytes = 0
  }

  #finish(usage: Usage): Promise<GatewayError | null> | null {
    const { turn } = this.#standing ?? {}
    const isAnsweredOnce = this.#messages <= 1
    if (!this.#isActive) this.#begin()
    this.#hasEnded = false
    this.#isActive = false
    this.#usage = null
    this.#knownTokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
    this.#messages = 0
    this.#standing = this.#next
    this.#next = null
    if (!turn) return this.charge(usage, this.#params, '')
    this.settle(turn, usage, '')
    return isAnsweredOnce || this.#standing ? null : this.#stand()
  }

  override end(): ReturnType<Turns['end']> {
    if (this.#usage) void this.#finish(this.#usage)
    if (this.#standing && !this.#isActive) this.release(this.#standing.turn)
    if (this.#next) this.release(this.#next.turn)
    return super.end()
  }

  /** The first message names the model. A turn is held for it, so that a model that is not allowed is refused at once. */
  #setUp(setup: JsonObject): Promise<GatewayError | null> {
    this.#isSetUp = true
    const model = setup['model']
    if (typeof model === 'string') this.#model = model.slice(model.lastIndexOf('/') + 1)
    this.responseModel = this.#model
    const limit = memberOf(setup['generationConfig'] ?? setup['generation_config'], 'maxOutputTokens')
    this.#maxOutputTokens = typeof limit === 'number' && limit > 0 ? limit : null
    return this.#stand()
  }

  get #params(): JsonObject | null {
    return this.#model === null ? null : { model: this.#model }
  }

  get #contextTokens(): number {
    return boundsOf(this.#model).contextTokens ?? MOST_CONTEXT_TOKENS
  }

  #inputTokens(): number {
    const audioTokens = Math.ceil(this.#audioBytes / AUDIO_BYTES_A_TOKEN)
    return Math.min(this.#knownTokens + this.#textBytes + audioTokens + TOKENS_A_TURN, this.#contextTokens)
  }

  /** Holds the next turn. Replaces a hold that is too small by now. */
  async #stand(): Promise<GatewayError | null> {
    const isNext = this.#isActive
    const before = isNext ? this.#next : this.#standing
    if (isNext) this.#next = null
    else this.#standing = null
    if (before) this.release(before.turn)
    const inputTokens = Math.min(this.#inputTokens() + STEP_TOKENS, this.#contextTokens)
    const outputTokens = this.#maxOutputTokens ?? boundsOf(this.#model).outputTokens
    const most = { ...NO_USAGE, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
    const turn = await this.hold(most, this.#params)
    if (turn instanceof GatewayError) return turn
    // The response before it may have begun or ended meanwhile.
    if (this.#standing === null) this.#standing = { turn, inputTokens }
    else if (this.#next === null) this.#next = { turn, inputTokens }
    else this.release(turn)
    return null
  }
}

/** The kind of the media if the message has nothing else. */
function mediaIn(message: string): 'audio' | 'image' | null {
  const start = MEDIA_START.exec(message.slice(0, 256))
  if (start === null) return null
  const end = message.indexOf('"', start[0].length)
  if (end < 0 || message.length - end > MAX_END_CHARACTERS) return null
  const rest = MEDIA_END.exec(message.slice(end))
  if (rest === null || (start[1] === undefined) === (rest[1] === undefined)) return null
  return (start[1] ?? rest[1]) as 'audio' | 'image'
}

function setUpTwice(): GatewayError {
  return new GatewayError('invalid_body', { param: 'setup', message: 'The session has been set up already.' })
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
