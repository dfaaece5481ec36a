/** Turns of OpenAI's Responses API over a WebSocket: held before `response.create`, settled at the last event of the response. */

import { GatewayError } from '../../core/errors.ts'
import { isObject, memberOf } from '../../core/json.ts'
import { usageFrom } from '../../core/usage.ts'
import { boundUsage } from '../limits/bound-usage.ts'
import { mentions, readEvent } from './read-event.ts'
import { type Turn, Turns } from './turns.ts'

const LAST_EVENTS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed'])
const LAST_EVENT = /"type"\s*:\s*"(?:response\.(?:completed|incomplete|failed)|error)"/
/** The type of an event is at its start or, rarely, at its end. */
const SCANNED_BYTES = 256

export class ResponsesTurns extends Turns {
  /** A connection runs one response at a time; others wait for it. */
  readonly #turns: Turn[] = []

  get isActive(): boolean {
    return this.#turns.length > 0
  }

  fromCaller(message: string): Promise<GatewayError | null> | GatewayError | null {
    if (!mentions(message, ['response.create'])) return null
    const event = readEvent(message)
    if (event?.['type'] !== 'response.create') return null
    // Older clients nest the parameters.
    const nested = event['response']
    const params = isObject(nested) ? nested : event
    const model = typeof params['model'] === 'string' ? params['model'] : null
    return this.#start(
      boundUsage({ format: 'text', params, sizeBytes: Buffer.byteLength(message), model }),
      model === null ? null : { model },
    )
  }

  fromProvider(message: Buffer): null {
    const ends = `${message.toString('latin1', 0, SCANNED_BYTES)}\n${message.toString('latin1', Math.max(0, message.length - SCANNED_BYTES))}`
    if (!LAST_EVENT.test(ends)) return null
    const event = readEvent(message.toString())
    if (!event) return null
    if (event['type'] === 'error') {
      const turn = this.#turns.shift()
      if (turn) this.release(turn)
      return null
    }
    if (!LAST_EVENTS.has(event['type'])) return null
    const turn = this.#turns.shift()
    const given = memberOf(event['response'], 'usage')
    const usage = isObject(given) ? usageFrom(given) : null
    const model = memberOf(event['response'], 'model')
    if (typeof model === 'string') this.responseModel = model
    if (!turn) return null
    if (usage === null && event['type'] === 'response.failed') this.release(turn)
    else this.settle(turn, usage, event['type'] === 'response.completed' ? '' : ` (${String(event['type']).slice(9)})`)
    return null
  }

  errorEvent({ message, code, type, param, status }: GatewayError): string {
    return JSON.stringify({ type: 'error', status, error: { type, code, message, param } })
  }

  async #start(most: ReturnType<typeof boundUsage>, params: { model: string } | null): Promise<GatewayError | null> {
    const turn = await this.hold(most, params)
    if (turn instanceof GatewayError) return turn
    this.#turns.push(turn)
    return null
  }
}
