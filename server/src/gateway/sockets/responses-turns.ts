/** Turns of OpenAI's Responses API over a WebSocket: held before `response.create`, settled at the last event of the response. */

import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject, memberOf } from '../../core/json.ts'
import { type Usage, usageFrom } from '../../core/usage.ts'
import { boundUsage } from '../limits/bound-usage.ts'
import { mayBe, readEvent } from './read-event.ts'
import { type Turn, Turns } from './turns.ts'

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
  /** The bound of the last request, for responses that the provider starts on its own. */
  #last: Bound | null = null

  get isActive(): boolean {
    return this.open.size > 0
  }

  fromCaller(message: string): Promise<GatewayError | null> | GatewayError | null {
    if (!mayBe(message, STARTING_EVENTS)) return null
    const event = readEvent(message)
    if (!event || !(STARTING_EVENTS as readonly unknown[]).includes(event['type'])) return null
    // Older clients nest the parameters.
    const nested = event['response']
    const params = isObject(nested) ? nested : event
    const model = typeof params['model'] === 'string' ? params['model'] : memberOf(this.#last?.params, 'model')
    const named = typeof model === 'string' ? model : null
    const most = boundUsage({ format: 'text', params, sizeBytes: Buffer.byteLength(message), model: named })
    this.#last = { most, params: named === null ? null : { model: named } }
    // Nothing is generated.
    if (params['generate'] === false) return null
    return this.#request(laneOf(event), this.#last)
  }

  fromProvider(message: string): Promise<GatewayError | null> | null {
    if (!mayBe(message, PROVIDER_EVENTS)) return null
    const event = readEvent(message)
    switch (event?.['type']) {
      case 'response.created':
        return this.#begin(event)
      case 'error':
        this.#refused(event)
        return null
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#finish(event)
    }
    return null
  }

  errorEvent({ message, code, type, param, status }: GatewayError): string {
    return JSON.stringify({ type: 'error', status, error: { type, code, message, param } })
  }

  async #request(lane: string, { most, params }: Bound): Promise<GatewayError | null> {
    const turn = await this.hold(most, params)
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
    if (this.#last === null) return null
    const turn = await this.hold(this.#last.most, this.#last.params)
    if (turn instanceof GatewayError) return turn
    this.#active.set(id, turn)
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

  #finish(event: JsonObject): void {
    const response = event['response']
    const id = String(memberOf(response, 'id') ?? '')
    const turn = this.#active.get(id) ?? this.#take(laneOf(event))
    this.#active.delete(id)
    const given = memberOf(response, 'usage')
    const usage = isObject(given) ? usageFrom(given) : null
    const model = memberOf(response, 'model')
    if (typeof model === 'string') this.responseModel = model
    if (!turn) return
    const ending = String(event['type']).slice('response.'.length)
    if (usage === null && ending === 'failed') this.release(turn)
    else this.settle(turn, usage, ending === 'completed' ? '' : ` (${ending})`)
  }
}

function laneOf(event: JsonObject): string {
  const lane = event['stream_id']
  return typeof lane === 'string' ? lane : ''
}
