/** A provider that responds at random and counts the calls it would bill. */

import type { PlainAnswer } from '../../../simulators/answer.ts'
import type { Simulator } from '../../../simulators/simulator.ts'

const COMPLETION = {
  object: 'chat.completion',
  model: 'fee-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
}

export class BillingUpstream {
  readonly #billed = new WeakMap<object, boolean>()

  constructor(private readonly random: () => number) {}

  answer = (request: { readonly json: Record<string, unknown> }): PlainAnswer => {
    const [answer, isBilled] = this.#choose(request.json['stream'] === true)
    this.#billed.set(request, isBilled)
    return answer
  }

  /** Calls from index `from` on that a provider would bill: all but those it refused. */
  billed(simulator: Simulator, from: number): number {
    return simulator.requests.slice(from).filter((request) => this.#billed.get(request) !== false).length
  }

  #choose(isStream: boolean): [PlainAnswer, boolean] {
    const draw = this.random()
    if (draw < 0.08) return [503, false]
    if (draw < 0.12) return [{ status: 429, retryAfter: '0', body: { error: { message: 'slow down' } } }, false]
    if (draw < 0.16) return [{ fault: 'reset' }, true]
    if (draw < 0.18) return [{ fault: 'hang' }, true]
    if (isStream && draw < 0.3) return [{ stream: ['a', 'b', 'c', 'd'], cutAfter: 2 }, true]
    if (isStream) return [{ stream: ['a', 'b', 'c'], gapMs: Math.floor(this.random() * 40) }, true]
    return [{ body: COMPLETION, delayMs: Math.floor(this.random() * 80) }, true]
  }
}
