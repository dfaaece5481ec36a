/** Turns of OpenAI's Realtime API: held before `response.create` or audio that may start a response, settled at `response.done`. */

import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import { boundsOf } from '../limits/model-bounds.ts'
import { mayBe, readEvent } from './read-event.ts'
import { type Turn, Turns } from './turns.ts'

/** The shortest audio is 8 kHz with one byte a sample: 800 bytes, 1,067 in base64, for a token of 100 ms. */
const AUDIO_BYTES_A_TOKEN = 1_000
/** Templates add tokens to each request. */
const TOKENS_A_TURN = 1_024
const MOST_CONTEXT_TOKENS = 128_000

const EVENTS = ['response.create', 'input_audio_buffer.append', 'session.update'] as const

const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed'
const PROVIDER_EVENTS = ['response.created', 'response.done', TRANSCRIBED] as const
const TRANSCRIPTION_WARNING = 'usage: transcriptions of the input are charged by the provider and are not counted here.'
/** As official clients write it: long audio is not parsed. */
const AUDIO_START = '{"type":"input_audio_buffer.append"'

type Size = { readonly textBytes: number; readonly audioBytes: number }

export class RealtimeTurns extends Turns {
  /** A turn that audio may start at any time. */
  #standing: Turn | null = null
  /** Turns that `response.create` has asked for, in order. */
  readonly #requested: Turn[] = []
  readonly #active = new Map<string, { readonly turn: Turn; readonly size: Size }>()
  /** False if the session answers only `response.create`. */
  #isAutomatic = true
  /** True once audio was sent, or the audio does not pass the gateway: a response may start without `response.create`. */
  #hasAudio: boolean
  /** Null: up to the limit of the model. */
  #maxOutputTokens: number | null = null
  /** Tokens of the conversation as of the last response, and the bytes that came after it. */
  #knownTokens = 0
  #textBytes = 0
  #audioBytes = 0

  constructor(...parts: ConstructorParameters<typeof Turns>) {
    super(...parts)
    this.#hasAudio = new URLSearchParams(this.session.request.head.search).has('call_id')
  }

  get isActive(): boolean {
    return this.#active.size > 0 || this.#requested.length > 0
  }

  fromCaller(message: string): Promise<GatewayError | null> | GatewayError | null {
    const isAudio = message.startsWith(AUDIO_START)
    const event = !isAudio && mayBe(message, EVENTS) ? readEvent(message) : null
    const type = event?.['type']
    if (isAudio || type === 'input_audio_buffer.append') {
      this.#audioBytes += message.length
      this.#hasAudio = true
      return this.#needsStanding ? this.#stand() : null
    }
    // Every other event may add to the input of the model.
    this.#textBytes += Buffer.byteLength(message)
    if (type === 'session.update') this.#readSession(memberOf(event, 'session'))
    return type === 'response.create' ? this.#request(memberOf(event, 'response')) : null
  }

  fromProvider(message: string): Promise<GatewayError | null> | null {
    if (!mayBe(message, PROVIDER_EVENTS)) return null
    const event = readEvent(message)
    if (event?.['type'] === 'response.created') return this.#begin(event)
    if (event?.['type'] === 'response.done') this.#finish(event)
    else if (event?.['type'] === TRANSCRIBED) this.session.request.journal.warn(TRANSCRIPTION_WARNING)
    return null
  }

  errorEvent(error: GatewayError): string {
    const { message, code, type, param } = error
    return JSON.stringify({
      type: 'error',
      event_id: `event_${this.session.request.id}`,
      error: { type, code, message, param, event_id: null },
    })
  }

  /** The provider announces a response with `response.created`: a turn that audio could have started did not take place. */
  override end(): ReturnType<Turns['end']> {
    if (this.#standing) this.release(this.#standing)
    this.#standing = null
    return super.end()
  }

  get #needsStanding(): boolean {
    return this.#standing === null && this.#isAutomatic && this.#hasAudio
  }

  async #stand(): Promise<GatewayError | null> {
    const turn = await this.hold(this.#most(this.#maxOutputTokens), null)
    if (turn instanceof GatewayError) return turn
    if (this.#standing) this.release(turn)
    else this.#standing = turn
    return null
  }

  async #request(response: unknown): Promise<GatewayError | null> {
    const limit = memberOf(response, 'max_output_tokens') ?? memberOf(response, 'max_response_output_tokens')
    const given = typeof limit === 'number' && limit > 0 ? limit : limit === 'inf' ? null : this.#maxOutputTokens
    const turn = await this.hold(this.#most(given), null)
    if (turn instanceof GatewayError) return turn
    this.#requested.push(turn)
    return null
  }

  /** A response without a hold of its own is held now; if that is refused, the session ends. */
  async #begin(event: JsonObject): Promise<GatewayError | null> {
    const id = String(memberOf(event['response'], 'id') ?? '')
    const turn =
      this.#requested.shift() ?? this.#takeStanding() ?? (await this.hold(this.#most(this.#maxOutputTokens), null))
    if (turn instanceof GatewayError) return turn
    this.#active.set(id, { turn, size: { textBytes: this.#textBytes, audioBytes: this.#audioBytes } })
    return this.#needsStanding ? this.#stand() : null
  }

  #takeStanding(): Turn | null {
    const turn = this.#standing
    this.#standing = null
    return turn
  }

  #finish(event: JsonObject): void {
    const response = event['response']
    const id = String(memberOf(response, 'id') ?? '')
    const active = this.#active.get(id)
    this.#active.delete(id)
    const turn = active?.turn ?? this.#requested.shift() ?? this.#takeStanding()
    const given = memberOf(response, 'usage')
    const usage = isObject(given) ? realtimeUsage(given) : null
    const status = memberOf(response, 'status')
    if (active && usage && memberOf(response, 'conversation_id') !== null) {
      this.#knownTokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
      this.#textBytes -= active.size.textBytes
      this.#audioBytes -= active.size.audioBytes
    }
    if (!turn) return
    if (usage === null && status === 'failed') return this.release(turn)
    this.settle(turn, usage, status === 'completed' || typeof status !== 'string' ? '' : ` (${status.slice(0, 32)})`)
  }

  /** The most that the next response can use. */
  #most(limit: number | null): Usage {
    const bounds = boundsOf(this.session.model)
    const { contextTokens } = bounds
    const outputTokens = limit ?? bounds.outputTokens
    const input =
      this.#knownTokens + this.#textBytes + Math.ceil(this.#audioBytes / AUDIO_BYTES_A_TOKEN) + TOKENS_A_TURN
    const inputTokens = Math.min(input, contextTokens ?? MOST_CONTEXT_TOKENS)
    return { ...NO_USAGE, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
  }

  #readSession(session: unknown): void {
    const limit = memberOf(session, 'max_output_tokens') ?? memberOf(session, 'max_response_output_tokens')
    if (typeof limit === 'number' && limit > 0) this.#maxOutputTokens = limit
    else if (limit === 'inf') this.#maxOutputTokens = null
    const input = memberOf(memberOf(session, 'audio'), 'input')
    const detection = memberOf(session, 'turn_detection') ?? memberOf(input, 'turn_detection')
    const isNone = memberOf(session, 'turn_detection') === null || memberOf(input, 'turn_detection') === null
    if (isObject(detection)) this.#isAutomatic = detection['create_response'] !== false
    else if (isNone) this.#isAutomatic = false
  }
}

/** Cached audio is part of both counts; it is charged as cached. */
function realtimeUsage(given: JsonObject): Usage | null {
  const usage = usageFrom(given)
  const details = memberOf(given, 'input_token_details')
  const cachedAudio = memberOf(memberOf(details, 'cached_tokens_details'), 'audio_tokens')
  if (!usage || typeof cachedAudio !== 'number' || usage.audioInputTokens === null) return usage
  return { ...usage, audioInputTokens: Math.max(0, usage.audioInputTokens - Math.max(0, cachedAudio)) }
}
