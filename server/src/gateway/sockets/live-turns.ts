/** Turns of Gemini's Live API: held before content that may start one, settled with the usage metadata of the turn. */

import { replaceValues } from '../../core/body/replace-values.ts'
import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import type { Awaitable } from '../../core/ports.ts'
import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import { boundsOf } from '../limits/model-bounds.ts'
import { type ParsedEvent, type Turn, Turns } from './turns.ts'

/** Audio: at most 32 tokens per second. 16 kHz and two bytes per sample are 1,000 bytes per token, 1,333 in base64. */
const AUDIO_BYTES_PER_TOKEN = 1_333
/** For holds: audio at 8 kHz has half as many bytes. */
const MIN_AUDIO_BYTES_PER_TOKEN = 600
const TEXT_BYTES_PER_TOKEN = 4
const TOKENS_PER_TURN = 1_024
const MOST_CONTEXT_TOKENS = 1_048_576
/** Gemini's limit for a frame at high resolution is 1,120 tokens. */
const TOKENS_PER_FRAME = 1_200
/** A hold covers this many tokens more than needed, so that it is not replaced with each message. */
const STEP_TOKENS = 4_096
/**
 * The start and the end of a message with one piece of audio or one frame and nothing else, as official clients write
 * it. The data is between them.
 */
const MEDIA_START =
  /^\{"realtime_?[iI]nput": ?\{"(?:audio|video|media|media_?[cC]hunks)": ?\[?\{(?:"mime_?[tT]ype": ?"(audio|image)\/[^"\\]{1,64}", ?)?"data": ?"/
const MEDIA_END = /^"(?:, ?"mime_?[tT]ype": ?"(audio|image)\/[^"\\]{1,64}")?\}\]?\}\}$/
const MAX_END_CHARACTERS = 128
/** Members that show that the provider generates a response. */
const WORK = ['modelTurn', 'outputTranscription', 'generationComplete'] as const
const TOOL_RESPONSE = /"tool_?[rR]esponse"/
const WORKING = /"(?:modelTurn|toolCall|outputTranscription|generationComplete)"/

/** A turn that is held, and the input tokens that it is held for. */
type Held = { readonly turn: Turn; readonly inputTokens: number }

export class LiveTurns extends Turns {
  #model: string | null = null
  #isSetUp = false
  /** The provider's name for the model, until it is written into the setup message. */
  #renamed: string | null = null
  /** The turn that the content sent so far has started, or may start. */
  #standing: Held | null = null
  /** The turn for content that is sent while a response is being generated. */
  #next: Held | null = null
  #isActive = false
  #isTurnComplete = false
  /** Number of messages sent for the standing turn. The provider may respond to each of them. */
  #messages = 0
  #usage: Usage | null = null
  #maxOutputTokens: number | null = null
  #knownTokens = 0
  #textBytes = 0
  #audioBytes = 0
  #frames = 0
  /** True once the provider has confirmed the setup: from then on, it processes content. */
  #isAccepted = false
  /** True if content was sent for which no response has begun. */
  #hasContent = false
  /** True if this content is more than audio and video. The provider may listen to these without responding. */
  #asksResponse = false

  protected get isGenerating(): boolean {
    return this.#isActive
  }

  fromCaller(message: string): Awaitable<GatewayError | null> {
    const media = mediaIn(message)
    if (media === 'audio') this.#audioBytes += message.length
    else if (media === 'image') this.#frames++
    else this.#textBytes += Buffer.byteLength(message)
    if (media === null && (message.includes('setup') || message.includes('\\u'))) {
      const parsed = this.parse(message)
      return parsed instanceof Promise ? parsed.then((read) => this.#act(read, message)) : this.#act(parsed, message)
    }
    return this.#add(media === null, message)
  }

  #act(parsed: ParsedEvent | GatewayError, message: string): Awaitable<GatewayError | null> {
    if (parsed instanceof GatewayError) return parsed
    const { setup } = parsed.event
    if (isObject(setup)) return this.#isSetUp ? setUpTwice() : this.#setUp(setup)
    return this.#add(true, message)
  }

  /** Adds a message to which the provider may respond. */
  #add(asksResponse: boolean, message: string): Awaitable<GatewayError | null> {
    // The provider bills each step of a turn with tool calls, and has already reported the usage of this step.
    if (asksResponse && this.#usage && TOOL_RESPONSE.test(message)) {
      const settled = this.#finish(this.#usage)
      if (settled) return settled.then((refusal) => refusal ?? this.#hold(asksResponse))
    }
    return this.#hold(asksResponse)
  }

  #hold(asksResponse: boolean): Awaitable<GatewayError | null> {
    this.#messages++
    this.#hasContent = true
    this.#asksResponse ||= asksResponse
    const held = this.#isActive ? this.#next : this.#standing
    return held !== null && this.#inputTokens() <= held.inputTokens ? null : this.#stand()
  }

  protected readsProvider(message: string): boolean {
    if (message.includes('"usageMetadata"') || message.includes('"turnComplete"')) return true
    if (!this.#isAccepted && message.includes('"setupComplete"')) return true
    return !this.isActive && WORKING.test(message)
  }

  protected seen(event: JsonObject): Promise<GatewayError | null> | null {
    // All turns are settled. The provider may go on reporting the usage of the last one.
    if (this.hasEnded) return null
    const content = event['serverContent']
    if (event['setupComplete'] !== undefined) this.#isAccepted = true
    if (!this.#isActive && (event['toolCall'] !== undefined || WORK.some((name) => memberOf(content, name))))
      this.#begin()
    const given = event['usageMetadata']
    if (isObject(given)) this.#usage = liveUsage(given) ?? this.#usage
    if (memberOf(content, 'turnComplete') === true) this.#isTurnComplete = true
    return this.#isTurnComplete && this.#usage ? this.#finish(this.#usage) : null
  }

  /** The protocol has no error event, so the caller also gets the error in the reason of the close frame. */
  errorEvent({ code, message, status }: GatewayError): string {
    return JSON.stringify({ error: { code: status, status: code, message } })
  }

  /** A response begins: messages that are sent from now on belong to the next turn. */
  #begin(): void {
    this.#isActive = true
    this.#knownTokens = this.#inputTokens()
    this.#textBytes = 0
    this.#audioBytes = 0
    this.#frames = 0
    this.#hasContent = false
    this.#asksResponse = false
  }

  #finish(usage: Usage): Promise<GatewayError | null> | null {
    const { turn } = this.#standing ?? {}
    const isAnsweredOnce = this.#messages <= 1
    if (!this.#isActive) this.#begin()
    this.#isTurnComplete = false
    this.#isActive = false
    this.#usage = null
    this.#knownTokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
    this.#messages = 0
    this.#standing = this.#next
    this.#next = null
    if (!turn) return this.charge(usage, this.#params, '')
    const renewed = this.settle(turn, usage, '')
    return renewed ?? (isAnsweredOnce || this.#standing ? null : this.#stand())
  }

  protected override renew(): Promise<GatewayError | null> | null {
    return this.#standing && this.#stand()
  }

  /**
   * Google bills input that the model has processed, even if nobody waits for the response. Failed requests are free.
   */
  override end(hasFailed: boolean): ReturnType<Turns['end']> {
    if (this.#usage) void this.#finish(this.#usage)
    const waiting = this.#isActive ? this.#next : this.#standing
    if (waiting && this.#isAccepted && this.#hasContent && !hasFailed) {
      void this.settle(waiting.turn, this.#estimate(), ' (no response)')
    } else if (waiting) this.release(waiting.turn)
    return super.end(hasFailed)
  }

  /** Estimates the input that was sent for the next turn. */
  #estimate(): Usage {
    const audioInputTokens = Math.ceil(this.#audioBytes / AUDIO_BYTES_PER_TOKEN)
    const imageInputTokens = this.#frames * TOKENS_PER_FRAME
    const textTokens = Math.ceil(this.#textBytes / TEXT_BYTES_PER_TOKEN)
    // A response has the whole context as its input.
    const contextTokens = this.#asksResponse && !this.#isActive ? this.#knownTokens : 0
    const inputTokens = Math.min(audioInputTokens + imageInputTokens + textTokens + contextTokens, this.#contextTokens)
    const counted = { inputTokens, outputTokens: 0, totalTokens: inputTokens, audioInputTokens, imageInputTokens }
    return { ...NO_USAGE, ...counted, isEstimate: true }
  }

  /** The first message names the model. A turn is held for it, so that a model that is not allowed is refused at once. */
  #setUp(setup: JsonObject): Promise<GatewayError | null> {
    this.#isSetUp = true
    const model = setup['model']
    if (typeof model === 'string') this.#nameModel(model)
    this.responseModel = this.#model
    const limit = memberOf(setup['generationConfig'] ?? setup['generation_config'], 'maxOutputTokens')
    this.#maxOutputTokens = typeof limit === 'number' && limit > 0 ? limit : null
    return this.#stand()
  }

  /** Providers name the same model differently: Vertex AI with a project and a location. */
  #nameModel(model: string): void {
    this.#model = model.slice(model.lastIndexOf('/') + 1)
    const { request, target, virtualKey } = this.session
    const named = target.provider.liveModel?.(model, virtualKey?.settings ?? target.settings) ?? model
    if (named === model) return
    this.#renamed = named
    if (model.startsWith('projects/'))
      request.journal.warn('setup: its project and location are ignored; those of the provider settings are used.')
  }

  /** Changes the model of the setup, if the provider has another name for it. */
  override toProvider(message: string | Buffer): string | Buffer {
    if (this.#renamed === null) return message
    const values = new Map([['setup.model', JSON.stringify(this.#renamed)]])
    this.#renamed = null
    const changed = Buffer.from(replaceValues(Buffer.from(message), values))
    return typeof message === 'string' ? changed.toString() : changed
  }

  get #params(): JsonObject | null {
    return this.#model === null ? null : { model: this.#model }
  }

  get #contextTokens(): number {
    return boundsOf(this.#model).contextTokens ?? MOST_CONTEXT_TOKENS
  }

  #inputTokens(): number {
    const mediaTokens = Math.ceil(this.#audioBytes / MIN_AUDIO_BYTES_PER_TOKEN) + this.#frames * TOKENS_PER_FRAME
    return Math.min(this.#knownTokens + this.#textBytes + mediaTokens + TOKENS_PER_TURN, this.#contextTokens)
  }

  /** Holds the next turn. Replaces a hold that has become too small. */
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
    // The previous response may have started or ended in the meantime.
    if (this.#standing === null) this.#standing = { turn, inputTokens }
    else if (this.#next === null) this.#next = { turn, inputTokens }
    else this.release(turn)
    return null
  }
}

/** The kind of the media, if the message has nothing else; null otherwise. */
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
  return new GatewayError('invalid_body', { param: 'setup', message: 'The session has already been set up.' })
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
