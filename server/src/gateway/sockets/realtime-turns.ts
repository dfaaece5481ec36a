/** Turns of OpenAI's Realtime API: held before `response.create` or audio that may start a response, settled at `response.done`. */

import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import { boundsOf } from '../limits/model-bounds.ts'
import { mayBe, readEvent } from './read-event.ts'
import { type Turn, Turns } from './turns.ts'

/** A token is 100 ms. The smallest audio format (8 kHz, one byte per sample) has 800 bytes for it, 1,067 in base64. */
const AUDIO_BYTES_A_TOKEN = 1_000
/** Templates add tokens to each request. */
const TOKENS_A_TURN = 1_024
const MOST_CONTEXT_TOKENS = 128_000

const EVENTS = ['response.create', 'input_audio_buffer.append', 'session.update'] as const

const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed'
const NOT_TRANSCRIBED = 'conversation.item.input_audio_transcription.failed'
const PROVIDER_EVENTS = [
  'response.created',
  'response.done',
  'session.created',
  'session.updated',
  'input_audio_buffer.committed',
  TRANSCRIBED,
  NOT_TRANSCRIBED,
] as const
/** Upper bound of one transcription: the token limits of gpt-4o-transcribe, and the longest file of whisper-1. */
const MOST_TRANSCRIPTION: Usage = {
  ...NO_USAGE,
  inputTokens: 16_000,
  outputTokens: 4_096,
  totalTokens: 20_096,
  audioSeconds: 1_500,
}
/** How official clients begin the event. Matching it avoids parsing long audio. */
const AUDIO_START = '{"type":"input_audio_buffer.append"'

type Size = { readonly textBytes: number; readonly audioBytes: number }

export class RealtimeTurns extends Turns {
  /** Held for a response that audio may start at any time. */
  #standing: Turn | null = null
  /** Turns requested by `response.create`, in order. */
  readonly #requested: Turn[] = []
  readonly #active = new Map<string, { readonly turn: Turn; readonly size: Size }>()
  /** False if the provider responds only to `response.create`. */
  #isAutomatic = true
  /** True once audio was sent, or if audio does not pass through the gateway: it may start a response. */
  #hasAudio: boolean
  /** The model that transcribes the input; null if the input is not transcribed. */
  #transcriber: string | null = null
  /** Held for the audio that is not committed yet. */
  #nextTranscription: Turn | null = null
  /** By the item whose audio is transcribed. */
  readonly #transcriptions = new Map<string, Turn>()
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
      return this.#needsStanding || this.#needsTranscription ? this.#holdAudio() : null
    }
    // Every other event may add to the input of the model.
    this.#textBytes += Buffer.byteLength(message)
    if (type === 'session.update') this.#readSession(memberOf(event, 'session'))
    return type === 'response.create' ? this.#request(memberOf(event, 'response')) : null
  }

  fromProvider(message: string): Promise<GatewayError | null> | null {
    if (!mayBe(message, PROVIDER_EVENTS)) return null
    const event = readEvent(message)
    if (event === null) return null
    switch (event['type']) {
      case 'response.created':
        return this.#begin(event)
      case 'response.done':
        this.#finish(event)
        return null
      case 'session.created':
      case 'session.updated':
        this.#readTranscriber(event['session'])
        return null
      case 'input_audio_buffer.committed':
        return this.#commit(event)
      case TRANSCRIBED:
      case NOT_TRANSCRIBED:
        return this.#endTranscription(event)
      default:
        return null
    }
  }

  errorEvent(error: GatewayError): string {
    const { message, code, type, param } = error
    return JSON.stringify({
      type: 'error',
      event_id: `event_${this.session.request.id}`,
      error: { type, code, message, param, event_id: null },
    })
  }

  /** Every response is announced with `response.created`, so the standing turn did not take place. */
  override end(): ReturnType<Turns['end']> {
    if (this.#standing) this.release(this.#standing)
    this.#standing = null
    // Audio that was not committed is not transcribed.
    if (this.#nextTranscription) this.release(this.#nextTranscription)
    this.#nextTranscription = null
    return super.end()
  }

  get #needsTranscription(): boolean {
    return this.#transcriber !== null && this.#nextTranscription === null
  }

  async #holdAudio(): Promise<GatewayError | null> {
    const refusal = this.#needsStanding ? await this.#stand() : null
    return refusal ?? (this.#needsTranscription ? this.#holdTranscription() : null)
  }

  async #holdTranscription(): Promise<GatewayError | null> {
    const turn = await this.hold(MOST_TRANSCRIPTION, { model: this.#transcriber })
    if (turn instanceof GatewayError) return turn
    if (this.#nextTranscription) this.release(turn)
    else this.#nextTranscription = turn
    return null
  }

  /** The provider transcribes the audio up to here. Audio that did not pass through the gateway is held now. */
  async #commit(event: JsonObject): Promise<GatewayError | null> {
    if (this.#transcriber === null) return null
    const refusal = this.#nextTranscription ? null : await this.#holdTranscription()
    const turn = this.#nextTranscription
    this.#nextTranscription = null
    if (turn) this.#transcriptions.set(String(event['item_id'] ?? ''), turn)
    return refusal
  }

  async #endTranscription(event: JsonObject): Promise<GatewayError | null> {
    const id = String(event['item_id'] ?? '')
    const held = this.#transcriptions.get(id) ?? (await this.hold(MOST_TRANSCRIPTION, { model: this.#transcriber }))
    if (held instanceof GatewayError) return held
    this.#transcriptions.delete(id)
    const given = event['usage']
    const usage = isObject(given) ? transcriptionUsage(given) : null
    if (usage === null && event['type'] === NOT_TRANSCRIBED) this.release(held)
    else this.settle(held, usage, ' (transcription)')
    return null
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

  /** `audio.input.transcription`, or `input_audio_transcription` in the beta. Absent: unchanged. Null: off. */
  #readTranscriber(session: unknown): void {
    const input = memberOf(memberOf(session, 'audio'), 'input')
    const settings = memberOf(input, 'transcription') ?? memberOf(session, 'input_audio_transcription')
    const model = memberOf(settings, 'model')
    if (typeof model === 'string') this.#transcriber = model
    else if (memberOf(input, 'transcription') === null || memberOf(session, 'input_audio_transcription') === null)
      this.#transcriber = null
  }

  #readSession(session: unknown): void {
    this.#readTranscriber(session)
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

/** In tokens, or in seconds for models that are priced by time. */
function transcriptionUsage(given: JsonObject): Usage | null {
  const { seconds } = given
  if (given['type'] !== 'duration') return usageFrom(given)
  return typeof seconds === 'number' && seconds >= 0 ? { ...NO_USAGE, audioSeconds: seconds } : null
}
