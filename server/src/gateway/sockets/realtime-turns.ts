/**
 * Turns of the Realtime API: held before `response.create` or audio that may start a response, settled at
 * `response.done`.
 */

import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import type { Awaitable } from '../../core/ports.ts'
import { NO_USAGE, type Usage, usageFrom } from '../../core/usage.ts'
import { boundsOf } from '../limits/model-bounds.ts'
import { hasCallId } from './prepare-socket.ts'
import { isOtherEvent, mayBe } from './read-event.ts'
import { type ParsedEvent, type Turn, Turns } from './turns.ts'

/** A token is 100 ms. The smallest audio format (8 kHz, one byte per sample) has 800 bytes for it, 1,067 in base64. */
const AUDIO_BYTES_PER_TOKEN = 1_000
/** Templates add tokens to each request. */
const TOKENS_PER_TURN = 1_024
const MOST_CONTEXT_TOKENS = 128_000

const EVENTS = ['response.create', 'session.update'] as const
const AUDIO = 'input_audio_buffer.append'
/** How official clients start an audio event: it is recognised without parsing the long audio. */
const AUDIO_START = `{"type":"${AUDIO}"`

const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed'
const NOT_TRANSCRIBED = 'conversation.item.input_audio_transcription.failed'
/** The code of the error for a `response.create` while the provider still generates a response. */
const RESPONSE_ACTIVE = 'conversation_already_has_active_response'
const PROVIDER_EVENTS = [
  'error',
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
/** A hold for audio covers this many tokens more than needed, so that it is not replaced with each message. */
const STEP_TOKENS = 4_096

type Size = { readonly textBytes: number; readonly audioBytes: number }

export class RealtimeTurns extends Turns {
  /** The standing turn: held for a response that audio may start at any time. `#standingTokens`: its input tokens. */
  #standing: Turn | null = null
  #standingTokens = 0
  /** Turns requested by `response.create`, in order, with the ids that the caller gave these events. */
  readonly #requested: { readonly turn: Turn; readonly eventId: unknown }[] = []
  readonly #active = new Map<string, { readonly turn: Turn; readonly size: Size }>()
  /** Ids of responses that the provider started on its own and that wait for their hold. */
  readonly #starting = new Set<string>()
  /** False if the provider responds only to `response.create`. */
  #isAutomatic = true
  /** Updates of the session that the provider has not confirmed. */
  #updates = 0
  /** True once audio was sent, or if audio does not pass through the gateway: it may start a response. */
  #hasAudio: boolean
  /** The model that transcribes the input; null if the input is not transcribed. */
  #transcriber: string | null = null
  /** The turn held to transcribe the audio that is not committed yet. */
  #nextTranscription: Turn | null = null
  /** Turns held for transcriptions, by the item whose audio is transcribed. */
  readonly #transcriptions = new Map<string, Turn>()
  /** Null: up to the limit of the model. */
  #maxOutputTokens: number | null = null
  /** Tokens of the conversation as of the last response, and the bytes that came after it. */
  #knownTokens = 0
  #textBytes = 0
  #audioBytes = 0

  constructor(...parts: ConstructorParameters<typeof Turns>) {
    super(...parts)
    this.#hasAudio = hasCallId(this.session.request.head.search)
  }

  protected get isGenerating(): boolean {
    return this.#active.size > 0 || this.#requested.length > 0
  }

  override opened(): Promise<GatewayError | null> | null {
    return this.#needsStanding ? this.#stand() : null
  }

  fromCaller(message: string): Awaitable<GatewayError | null> {
    if (isOtherEvent(message, EVENTS)) return this.#act(null, message)
    const parsed = this.parse(message)
    return parsed instanceof Promise ? parsed.then((read) => this.#act(read, message)) : this.#act(parsed, message)
  }

  /** `parsed` is null for events that need no parsing. */
  #act(parsed: ParsedEvent | GatewayError | null, message: string): Awaitable<GatewayError | null> {
    if (parsed instanceof GatewayError) return parsed
    const event = parsed?.event ?? null
    const type = event?.['type']
    if (type === AUDIO || (event === null && message.startsWith(AUDIO_START))) {
      this.#audioBytes += message.length
      this.#hasAudio = true
      return this.#needsStanding || this.#needsTranscription ? this.#holdAudio() : null
    }
    // Every other event may add to the input of the model.
    this.#textBytes += Buffer.byteLength(message)
    if (type === 'response.create') return this.#request(memberOf(event, 'response'), event?.['event_id'])
    if (type === 'session.update') {
      const session = memberOf(event, 'session')
      const refusal = this.refuseOther(memberOf(session, 'model'))
      if (refusal) return refusal
      this.#updates++
      this.#readTranscriber(session, false)
      this.#readSession(session, false)
    }
    return this.#needsStanding ? this.#stand() : null
  }

  protected readsProvider(message: string): boolean {
    return mayBe(message, PROVIDER_EVENTS)
  }

  protected seen(event: JsonObject): Promise<GatewayError | null> | null {
    switch (event['type']) {
      case 'response.created':
        return this.#begin(event)
      case 'response.done':
        return this.#finish(event)
      case 'error':
        this.#refused(event['error'])
        return null
      case 'session.created':
        this.#readTranscriber(event['session'], true)
        return null
      case 'session.updated':
        this.#confirm(event['session'])
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
  override end(hasFailed: boolean): ReturnType<Turns['end']> {
    if (this.#standing) this.release(this.#standing)
    this.#standing = null
    // Audio that was not committed is not transcribed.
    if (this.#nextTranscription) this.release(this.#nextTranscription)
    this.#nextTranscription = null
    return super.end(hasFailed)
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

  /** The provider will transcribe the committed audio. If it did not pass through the gateway, the turn is held now. */
  async #commit(event: JsonObject): Promise<GatewayError | null> {
    if (this.#transcriber === null) return null
    const refusal = this.#nextTranscription ? null : await this.#holdTranscription()
    const turn = this.#nextTranscription
    this.#nextTranscription = null
    if (turn) this.#transcriptions.set(String(event['item_id'] ?? ''), turn)
    return refusal
  }

  #endTranscription(event: JsonObject): Promise<GatewayError | null> | null {
    const id = String(event['item_id'] ?? '')
    const held = this.#transcriptions.get(id)
    this.#transcriptions.delete(id)
    const given = event['usage']
    const usage = isObject(given) ? transcriptionUsage(given) : null
    if (!held) return usage && this.charge(usage, { model: this.#transcriber }, ' (transcription)')
    if (usage !== null || event['type'] === TRANSCRIBED) return this.settle(held, usage, ' (transcription)')
    this.release(held)
    return null
  }

  get #needsStanding(): boolean {
    if (!this.#isAutomatic || !this.#hasAudio) return false
    return this.#standing === null || this.#inputTokens() > this.#standingTokens
  }

  protected override renew(): Promise<GatewayError | null> | null {
    return this.#standing && this.#stand()
  }

  /** Holds the standing turn. Replaces a hold that has become too small. */
  async #stand(): Promise<GatewayError | null> {
    const before = this.#takeStanding()
    if (before) this.release(before)
    const inputTokens = Math.min(this.#inputTokens() + STEP_TOKENS, this.#contextTokens)
    const turn = await this.hold(this.#most(this.#maxOutputTokens, inputTokens), null)
    if (turn instanceof GatewayError) return turn
    if (this.#standing) this.release(turn)
    else {
      this.#standing = turn
      this.#standingTokens = inputTokens
    }
    return null
  }

  async #request(response: unknown, eventId: unknown): Promise<GatewayError | null> {
    const refusal = this.refuseOther(memberOf(response, 'model'))
    if (refusal) return refusal
    const limit = outputLimit(response)
    const given = limit === undefined ? this.#maxOutputTokens : limit
    const turn = await this.hold(this.#most(given), null)
    if (turn instanceof GatewayError) return turn
    this.#requested.push({ turn, eventId })
    return null
  }

  /** The provider refused an event. Its error names the event, if the caller gave it an id. */
  #refused(error: unknown): void {
    const eventId = memberOf(error, 'event_id')
    const named = typeof eventId === 'string' ? this.#requested.findIndex((one) => one.eventId === eventId) : -1
    const isBusy = memberOf(error, 'code') === RESPONSE_ACTIVE
    const at = named < 0 && isBusy ? this.#requested.findIndex((one) => one.eventId === undefined) : named
    const [refused] = at < 0 ? [] : this.#requested.splice(at, 1)
    if (refused) this.release(refused.turn)
  }

  /** A response without a hold gets one now. If the hold is refused, the session ends. */
  async #begin(event: JsonObject): Promise<GatewayError | null> {
    const id = String(memberOf(event['response'], 'id') ?? '')
    const turn = this.#requested.shift()?.turn ?? this.#takeStanding() ?? (await this.#holdStarted(id))
    if (turn === null || turn instanceof GatewayError) return turn
    this.#active.set(id, { turn, size: { textBytes: this.#textBytes, audioBytes: this.#audioBytes } })
    return this.#needsStanding ? this.#stand() : null
  }

  /** Null if the response finished before the hold was granted: it has been charged already. */
  async #holdStarted(id: string): Promise<Turn | GatewayError | null> {
    this.#starting.add(id)
    const turn = await this.hold(this.#most(this.#maxOutputTokens), null)
    if (this.#starting.delete(id) || turn instanceof GatewayError) return turn
    this.release(turn)
    return null
  }

  #takeStanding(): Turn | null {
    const turn = this.#standing
    this.#standing = null
    return turn
  }

  #finish(event: JsonObject): Promise<GatewayError | null> | null {
    const response = event['response']
    const id = String(memberOf(response, 'id') ?? '')
    const active = this.#active.get(id)
    this.#active.delete(id)
    const turn =
      active?.turn ?? (this.#starting.delete(id) ? null : (this.#requested.shift()?.turn ?? this.#takeStanding()))
    const given = memberOf(response, 'usage')
    const usage = isObject(given) ? usageFrom(given) : null
    const status = memberOf(response, 'status')
    if (active && usage && memberOf(response, 'conversation_id') !== null) {
      this.#knownTokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
      this.#textBytes = Math.max(0, this.#textBytes - active.size.textBytes)
      this.#audioBytes = Math.max(0, this.#audioBytes - active.size.audioBytes)
    }
    const note = status === 'completed' || typeof status !== 'string' ? '' : ` (${status.slice(0, 32)})`
    if (!turn) return usage && this.charge(usage, null, note)
    if (usage !== null || status !== 'failed') return this.settle(turn, usage, note)
    this.release(turn)
    return null
  }

  get #contextTokens(): number {
    return boundsOf(this.session.model).contextTokens ?? MOST_CONTEXT_TOKENS
  }

  /** Upper bound of the input of the next response. */
  #inputTokens(): number {
    const audioTokens = Math.ceil(this.#audioBytes / AUDIO_BYTES_PER_TOKEN)
    return Math.min(this.#knownTokens + this.#textBytes + audioTokens + TOKENS_PER_TURN, this.#contextTokens)
  }

  /** The most that the next response can use. */
  #most(limit: number | null, inputTokens = this.#inputTokens()): Usage {
    const outputTokens = limit ?? boundsOf(this.session.model).outputTokens
    return { ...NO_USAGE, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
  }

  /**
   * The provider has accepted an update. Only the confirmation of the last update has the settings that are in force.
   */
  #confirm(session: unknown): void {
    const isLast = this.#updates <= 1
    this.#updates = Math.max(0, this.#updates - 1)
    this.#readTranscriber(session, isLast)
    this.#readSession(session, isLast)
    if (this.#isAutomatic || !this.#standing) return
    const turn = this.#takeStanding()
    if (turn) this.release(turn)
  }

  /** `audio.input.transcription`, or `input_audio_transcription` in the beta. Absent: unchanged. Null: off. */
  #readTranscriber(session: unknown, isInForce: boolean): void {
    const input = memberOf(memberOf(session, 'audio'), 'input')
    const settings = memberOf(input, 'transcription') ?? memberOf(session, 'input_audio_transcription')
    const model = memberOf(settings, 'model')
    if (typeof model === 'string') this.#transcriber = model
    else if (!isInForce) return
    else if (memberOf(input, 'transcription') === null || memberOf(session, 'input_audio_transcription') === null)
      this.#transcriber = null
  }

  /** The provider may refuse an update, so settings that lower a hold count only once they are in force. */
  #readSession(session: unknown, isInForce: boolean): void {
    const limit = outputLimit(session)
    const isHigher = limit === null || (this.#maxOutputTokens !== null && Number(limit) > this.#maxOutputTokens)
    if (limit !== undefined && (isInForce || isHigher)) this.#maxOutputTokens = limit
    const input = memberOf(memberOf(session, 'audio'), 'input')
    const detection = memberOf(session, 'turn_detection') ?? memberOf(input, 'turn_detection')
    const isNone = memberOf(session, 'turn_detection') === null || memberOf(input, 'turn_detection') === null
    if (isObject(detection) && detection['create_response'] !== false) this.#isAutomatic = true
    else if (isInForce && (isObject(detection) || isNone)) this.#isAutomatic = false
  }
}

/** Null: no limit. Undefined: not given. If both members are given, the larger one counts. */
function outputLimit(given: unknown): number | null | undefined {
  const limits = [memberOf(given, 'max_output_tokens'), memberOf(given, 'max_response_output_tokens')]
  if (limits.includes('inf')) return null
  const numbers = limits.filter((limit) => typeof limit === 'number' && limit > 0) as number[]
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}

/** In tokens, or in seconds for models that are priced by time. */
function transcriptionUsage(given: JsonObject): Usage | null {
  const { seconds } = given
  if (given['type'] !== 'duration') return usageFrom(given)
  return typeof seconds === 'number' && seconds >= 0 ? { ...NO_USAGE, audioSeconds: seconds } : null
}
