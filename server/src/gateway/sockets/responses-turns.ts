/**
 * Turns of the Responses API over a WebSocket: held before `response.create`, settled at the last event of the
 * response.
 */

import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import type { Awaitable } from '../../core/ports.ts'
import { type Usage, usageFrom } from '../../core/usage.ts'
import { boundUsage } from '../limits/bound-usage.ts'
import { createParams } from './create-params.ts'
import { isOtherEvent, mayBe } from './read-event.ts'
import { type LargeParts, type ParsedEvent, type Turn, Turns } from './turns.ts'

/** `response.steer` queues input, from which the provider may start a response on its own. */
const STARTING_EVENTS = ['response.create', 'response.steer'] as const
const PROVIDER_EVENTS = [
  'response.created',
  'response.completed',
  'response.incomplete',
  'response.failed',
  'error',
] as const

type Bound = { readonly most: Usage; readonly params: JsonObject | null }

export class ResponsesTurns extends Turns {
  /** Requested turns by `stream_id` (lane). A lane runs one response at a time. */
  readonly #requested = new Map<string, Turn[]>()
  readonly #active = new Map<string, Turn>()
  /** Ids of responses that the provider started on its own and that wait for their hold. */
  readonly #starting = new Set<string>()
  /**
   * The bound of the last request. Its model applies to messages without a model, and to responses that the provider
   * starts on its own.
   */
  #last: Bound | null = null

  protected get isGenerating(): boolean {
    return this.open.size > 0
  }

  fromCaller(message: string): Awaitable<GatewayError | null> {
    if (isOtherEvent(message, STARTING_EVENTS)) return null
    const parsed = this.parse(message)
    return parsed instanceof Promise ? parsed.then((read) => this.#start(read, message)) : this.#start(parsed, message)
  }

  #start(parsed: ParsedEvent | GatewayError, message: string): Awaitable<GatewayError | null> {
    if (parsed instanceof GatewayError) return parsed
    const { event, large } = parsed
    const { type } = event
    if (!(STARTING_EVENTS as readonly unknown[]).includes(type)) return null
    const params = createParams(event)
    if (params instanceof GatewayError) return params
    const model = typeof params['model'] === 'string' ? params['model'] : memberOf(this.#last?.params, 'model')
    const named = typeof model === 'string' ? model : null
    // Queued input continues a conversation of unknown size, which only the provider has.
    const sizeBytes = type === 'response.create' ? Buffer.byteLength(message) : null
    this.#last = boundOf(params, named, sizeBytes, large)
    // Nothing is generated, so nothing is held.
    if (params['generate'] === false) return null
    // With all parameters: tools may name other models, and the tier may change the price.
    return this.#request(laneOf(event), { ...this.#last, params: { ...params, ...this.#last.params } }, large)
  }

  protected readsProvider(message: string): boolean {
    return mayBe(message, PROVIDER_EVENTS)
  }

  protected seen(event: JsonObject): Promise<GatewayError | null> | null {
    switch (event['type']) {
      case 'response.created':
        return this.#begin(event)
      case 'error':
        this.#refused(event)
        return null
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return this.#finish(event)
    }
    return null
  }

  errorEvent({ message, code, type, param, status }: GatewayError): string {
    return JSON.stringify({ type: 'error', status, error: { type, code, message, param } })
  }

  async #request(lane: string, { most, params }: Bound, large: LargeParts | null): Promise<GatewayError | null> {
    const turn = await this.hold(most, params, large)
    if (turn instanceof GatewayError) return turn
    const turns = this.#requested.get(lane)
    if (turns) turns.push(turn)
    else this.#requested.set(lane, [turn])
    return null
  }

  /** A response that the provider started on its own has no hold yet. If the hold is refused, the session ends. */
  async #begin(event: JsonObject): Promise<GatewayError | null> {
    const id = String(memberOf(event['response'], 'id') ?? '')
    const requested = this.#take(laneOf(event))
    if (requested) {
      this.#active.set(id, requested)
      return null
    }
    const model = memberOf(event['response'], 'model') ?? memberOf(this.#last?.params, 'model')
    const { most, params } = boundOf({}, typeof model === 'string' ? model : null, null)
    this.#starting.add(id)
    const turn = await this.hold(most, params)
    const hasFinished = !this.#starting.delete(id)
    if (turn instanceof GatewayError) return turn
    if (hasFinished) this.release(turn)
    else this.#active.set(id, turn)
    return null
  }

  #take(lane: string): Turn | undefined {
    const turns = this.#requested.get(lane)
    const turn = turns?.shift()
    if (turns?.length === 0) this.#requested.delete(lane)
    return turn
  }

  #refused(event: JsonObject): void {
    const turn = this.#take(laneOf(event))
    if (turn) this.release(turn)
  }

  #finish(event: JsonObject): Promise<GatewayError | null> | null {
    const response = event['response']
    const id = String(memberOf(response, 'id') ?? '')
    const turn = this.#active.get(id) ?? this.#take(laneOf(event))
    this.#active.delete(id)
    const given = memberOf(response, 'usage')
    const usage = isObject(given) ? usageFrom(given) : null
    const model = memberOf(response, 'model')
    if (typeof model === 'string') this.responseModel = model
    const served = memberOf(response, 'service_tier')
    const tier = typeof served === 'string' ? served : null
    const ending = String(event['type']).slice('response.'.length)
    const note = ending === 'completed' ? '' : ` (${ending})`
    if (!turn) {
      this.#starting.delete(id)
      return usage && this.charge(usage, typeof model === 'string' ? { model } : null, note, tier)
    }
    if (usage !== null || ending !== 'failed') return this.settle(turn, usage, note, tier)
    this.release(turn)
    return null
  }
}

/** `sizeBytes` is null if the provider has a part of the input. */
function boundOf(
  params: JsonObject,
  model: string | null,
  sizeBytes: number | null,
  large: LargeParts | null = null,
): Bound {
  const most = boundUsage({ format: 'text', params, attached: large?.attached ?? null, sizeBytes, model })
  return { most, params: model === null ? null : { model } }
}

function laneOf(event: JsonObject): string {
  const lane = event['stream_id']
  return typeof lane === 'string' ? lane : ''
}
