/**
 * The turns of a WebSocket session: each is held before it starts, and settled with the usage that the provider
 * reports.
 */

import type { Target } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { Caller } from '../../core/caller.ts'
import { asGatewayError, GatewayError } from '../../core/errors.ts'
import type { ActualUse } from '../../core/money/budget-service.ts'
import { type Cost, costOf } from '../../core/money/cost-of.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { Awaitable } from '../../core/ports.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { priceInTier } from '../../pricing/tier-prices.ts'
import type { BackgroundRuns } from '../guard/background-runs.ts'
import { round } from '../journal.ts'
import type { PlannedAttempt } from '../limits/bound-attempt.ts'
import { inWords } from '../limits/limit-refusals.ts'
import { modelRefusalOf } from '../limits/model-access.ts'
import type { AttemptHold } from '../limits/request-holds.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { Metered } from '../meter/cost.ts'
import type { Outbound } from '../request.ts'
import type { LiveVirtualKey } from '../stored/virtual-keys.ts'
import { type MessageReader, OrderedMessages } from './ordered-messages.ts'
import { parsedEvent, readEvent } from './read-event.ts'

export type TurnPorts = {
  readonly bodies: MessageReader
  readonly limits: Pick<RequestLimits, 'holdTurn' | 'holdServedTurn'>
  readonly background: Pick<BackgroundRuns, 'add'>
  readonly prices: Pick<Prices, 'priceOf'>
}

/** Whose budgets and rate limits a turn counts against. */
export type SessionLimits = { readonly caller: Caller; readonly virtualKey: LiveVirtualKey | null }

/** What a session was opened with. */
export type SessionTarget = {
  readonly request: Outbound
  readonly target: Target
  readonly virtualKey: LiveVirtualKey | null
  /** The limits as they are now: they may change while the session is open. Rejects if the session must end. */
  readonly recheck: () => Promise<SessionLimits>
  /** The model in the URL, or the one that the provider's settings select. */
  readonly model: string | null
}

/** What the outline of a large event leaves out. */
export type LargeParts = Required<Pick<PlannedAttempt, 'attached' | 'otherModels'>>

/** An event that was parsed. `large` is set if `event` is only its outline. */
export type ParsedEvent = { readonly event: JsonObject; readonly large: LargeParts | null }

/** A turn that has been held. `hold` is null if no limit applies. */
export type Turn = { readonly hold: AttemptHold | null; readonly atMs: number; readonly model: string | null }

/** The timeline of the record has at most this many turns. The sums include all of them. */
const MAX_RECORDED_TURNS = 200
/** Maximum number of turns that have been held and have not ended. */
const MAX_OPEN_TURNS = 1_000
const NOTHING_USED: Usage = { ...NO_USAGE, inputTokens: 0, outputTokens: 0, totalTokens: 0 }
const TOKEN_CLASSES = [
  ['cachedTokens', 'cached'],
  ['audioInputTokens', 'audio'],
  ['imageInputTokens', 'image'],
] as const
const OUTPUT_CLASSES = [
  ['reasoningTokens', 'reasoning'],
  ['audioOutputTokens', 'audio'],
] as const

export abstract class Turns {
  #count = 0
  #usage: Usage | null = null
  #costNanoUsd: number | null = 0
  #lines = new Map<string, Cost['lines'][number]>()
  #priceVersion: string | null = null
  /** Turns that have been held and have not ended. */
  protected readonly open = new Set<Turn>()
  /** True once the session has ended and all of its turns are settled. */
  protected hasEnded = false
  #limits: SessionLimits
  readonly #received: OrderedMessages
  responseModel: string | null = null

  constructor(
    protected readonly session: SessionTarget,
    private readonly ports: TurnPorts,
  ) {
    this.#limits = { caller: session.request.caller, virtualKey: session.virtualKey }
    this.#received = new OrderedMessages(ports.bodies, 'provider')
  }

  /** True while the provider generates a response, or while a message that may end one is being parsed. */
  get isActive(): boolean {
    return this.unreadBytes > 0 || this.isGenerating
  }

  /** The size of the provider's messages that wait for a large one to be parsed. */
  get unreadBytes(): number {
    return this.#received.unreadBytes
  }

  protected abstract get isGenerating(): boolean

  /**
   * Called when the session is open. Returns an error if a turn that may start without a caller's message is refused.
   */
  opened(): Promise<GatewayError | null> | null {
    return null
  }

  /** Called before a message of the caller is forwarded. Returns an error if it must not be forwarded. */
  abstract fromCaller(message: string): Awaitable<GatewayError | null>

  /** The message as it is sent to the provider. Called once with each message that is forwarded. */
  toProvider(message: string | Buffer): string | Buffer {
    return message
  }

  /** Called with each message of the provider. Returns an error if a turn that it starts is refused. */
  fromProvider(message: string): Promise<GatewayError | null> | null {
    if (!this.readsProvider(message)) return null
    const waiting = this.#received.wait(message, (isLarge, parsed) => {
      if (parsed instanceof GatewayError) return parsed
      const event = isLarge ? (parsed?.event ?? null) : readEvent(message)
      return event && this.seen(event)
    })
    if (waiting) return waiting
    const event = readEvent(message)
    return event && this.seen(event)
  }

  /** False if a message of the provider certainly does not affect a turn. Much cheaper than parsing it. */
  protected abstract readsProvider(message: string): boolean

  /** Called with each event of the provider. Returns an error if a turn that the event starts is refused. */
  protected abstract seen(event: JsonObject): Promise<GatewayError | null> | null

  /** Parses an event of the caller; a large one in a worker thread. */
  protected parse(message: string): Awaitable<ParsedEvent | GatewayError> {
    if (this.ports.bodies.isLarge(message)) return this.#parseLarge(message)
    const event = parsedEvent(message)
    return event instanceof GatewayError ? event : { event, large: null }
  }

  async #parseLarge(message: string): Promise<ParsedEvent | GatewayError> {
    try {
      const { event, ...large } = (await this.ports.bodies.message(message, 'caller'))!
      return { event, large }
    } catch (error) {
      return asGatewayError(error)
    }
  }

  /** The event that reports an error to the caller, in the format of the protocol. */
  abstract errorEvent(error: GatewayError): string

  /** Holds a turn, or refuses it. */
  protected async hold(
    most: Usage,
    params: JsonObject | null,
    large: LargeParts | null = null,
  ): Promise<Turn | GatewayError> {
    if (this.open.size >= MAX_OPEN_TURNS)
      return new GatewayError('upstream_broken', {
        message: `The session has reached its limit of ${MAX_OPEN_TURNS} unfinished turns.`,
      })
    const named = this.#modelIn(params)
    const refusal = await this.#recheck()
    if (refusal) return refusal
    const attempt = this.#attemptNow(named, params, large)
    const disabled = modelRefusalOf(attempt)
    if (disabled) return disabled
    const hold = await this.ports.limits.holdTurn(attempt, most)
    if (hold instanceof GatewayError) return hold
    if (this.hasEnded) {
      hold?.release()
      return new GatewayError('upstream_broken', { message: 'The session has ended.' })
    }
    const turn = { hold, atMs: this.session.request.journal.elapsedMs(), model: named }
    this.open.add(turn)
    return turn
  }

  /** Updates the limits. An error if the session must end: the last known limits are then kept. */
  async #recheck(): Promise<GatewayError | null> {
    try {
      this.#limits = await this.session.recheck()
      return null
    } catch (error) {
      return asGatewayError(error)
    }
  }

  #modelIn(params: JsonObject | null): string | null {
    return typeof params?.['model'] === 'string' ? params['model'] : this.session.model
  }

  #attemptNow(model: string | null, params: JsonObject | null, large: LargeParts | null): PlannedAttempt {
    const { caller, virtualKey } = this.#limits
    return { ...this.#attemptWith(model, params, large), request: { ...this.session.request, caller }, virtualKey }
  }

  /** An error if an event names a model that may not be used. */
  protected refuseOther(model: unknown): GatewayError | null {
    if (typeof model !== 'string' || model === this.session.model) return null
    return modelRefusalOf(this.#attemptWith(model.slice(model.lastIndexOf('/') + 1), null, null))
  }

  #attemptWith(model: string | null, given: JsonObject | null, large: LargeParts | null): PlannedAttempt {
    const { request, target, virtualKey } = this.session
    const params = model === null ? given : { ...given, model }
    return { request, target, virtualKey, params, ...large, servedModel: null, body: new Uint8Array() }
  }

  /** Call for a turn that did not take place, or is not charged. */
  protected release(turn: Turn): void {
    if (this.open.delete(turn)) turn.hold?.release()
  }

  /**
   * Ends a turn. `usage` is null if the provider did not report it: the held amount is then charged. Resolves to an
   * error if the session must end.
   */
  protected settle(
    turn: Turn,
    usage: Usage | null,
    note: string,
    tier: string | null = null,
  ): Promise<GatewayError | null> | null {
    if (!this.open.delete(turn)) return null
    const used = this.#record(turn, usage, note, tier)
    return turn.hold && this.#settleHold(turn.hold, used)
  }

  #settleHold(hold: AttemptHold, used: ActualUse): Promise<GatewayError | null> | null {
    return this.session.request.holds.settleAttempt(hold, used) ? this.renew() : null
  }

  /** Adds a turn to the sums and to the timeline. Returns what it used. */
  #record(turn: Omit<Turn, 'hold'>, usage: Usage | null, note: string, tier: string | null): ActualUse {
    const { request, target } = this.session
    const { journal } = request
    const cost = usage && this.#costOf(turn, usage, tier)
    this.#add(usage, cost)
    this.#count++
    if (this.#count > MAX_RECORDED_TURNS) {
      journal.warn(`turns: the timeline has the first ${MAX_RECORDED_TURNS} turns; the sums include all of them.`)
    } else {
      const durationMs = round(journal.elapsedMs() - turn.atMs)
      const words = `turn ${this.#count}${note}: ${usageInWords(usage)}, ${cost ? inWords(cost.nanoUsd, 'cost') : 'cost unknown'}`
      journal.decide('turn', target.configPath, words, turn.atMs, durationMs)
    }
    const tokens = usage && (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)
    return { cost: cost?.nanoUsd ?? null, tokens, requests: 1 }
  }

  /**
   * Called if a turn used more than was held for it. Renews the hold of the next turn, which was granted before this
   * was known.
   */
  protected renew(): Promise<GatewayError | null> | null {
    return null
  }

  /**
   * Charges a response for which no turn was held. It was served, so it is recorded at once, and charged even if a limit
   * is exhausted or the session must end. Resolves to an error if the session must end.
   */
  protected charge(
    usage: Usage,
    params: JsonObject | null,
    note: string,
    tier: string | null = null,
  ): Promise<GatewayError | null> {
    const model = this.#modelIn(params)
    const used = this.#record({ atMs: this.session.request.journal.elapsedMs(), model }, usage, note, tier)
    const charged = this.#charge(model, params, used)
    // If the session ends first, only a shutdown waits for this.
    this.ports.background.add(charged)
    return charged
  }

  async #charge(model: string | null, params: JsonObject | null, used: ActualUse): Promise<GatewayError | null> {
    const refusal = await this.#recheck()
    const attempt = this.#attemptNow(model, params, null)
    const hold = await this.ports.limits.holdServedTurn(attempt)
    if (hold instanceof GatewayError) return refusal ?? hold
    const renewed = hold && (await this.#settleHold(hold, used))
    return refusal ?? modelRefusalOf(attempt) ?? renewed ?? this.#refuseNext(attempt)
  }

  /** An error if a limit refuses any further turn. */
  async #refuseNext(attempt: PlannedAttempt): Promise<GatewayError | null> {
    const hold = await this.ports.limits.holdTurn(attempt, NOTHING_USED)
    if (hold instanceof GatewayError) return hold
    hold?.release()
    return null
  }

  /**
   * Ends the session. Unfinished turns are charged as held. `_hasFailed`: the provider ended the session with an error.
   */
  end(_hasFailed: boolean): Metered {
    this.hasEnded = true
    for (const turn of this.open) this.settle(turn, null, ' (not finished)')
    return {
      usage: this.#usage,
      costNanoUsd: this.#count === 0 ? 0 : this.#costNanoUsd,
      costLines: [...this.#lines.values()],
      priceVersion: this.#priceVersion,
      cacheSavedNanoUsd: null,
    }
  }

  #costOf(turn: Pick<Turn, 'model'>, usage: Usage, tier: string | null): Cost | null {
    const { request, target } = this.session
    const { caller } = request
    const { credential, provider } = target
    const found = this.ports.prices.priceOf(
      {
        organisationId: caller.organisationId,
        workspaceId: caller.workspaceId,
        virtualKey: credential.kind === 'virtual_key' ? credential.slug : null,
        provider: provider.slug,
        model: turn.model,
        responseModel: this.responseModel,
      },
      Date.now(),
    )
    if (!found) return null
    const model = this.responseModel ?? turn.model
    const { card } = tier === null ? found : priceInTier(found, provider.slug, model, tier)
    this.#priceVersion = card.version
    return costOf(usage, card)
  }

  #add(usage: Usage | null, cost: Cost | null): void {
    if (usage) this.#usage = this.#usage ? sumOf(this.#usage, usage) : usage
    this.#costNanoUsd = cost && this.#costNanoUsd !== null ? this.#costNanoUsd + cost.nanoUsd : null
    for (const line of cost?.lines ?? []) {
      const key = `${line.unit} ${line.rateNanoUsd} ${line.rateUnits}`
      const before = this.#lines.get(key)
      const quantity = line.quantity + (before?.quantity ?? 0)
      this.#lines.set(key, { ...line, quantity, nanoUsd: line.nanoUsd + (before?.nanoUsd ?? 0) })
    }
  }
}

function sumOf(left: Usage, right: Usage): Usage {
  const sum: Record<string, number | null | boolean> = { ...NO_USAGE }
  for (const key of Object.keys(NO_USAGE) as (keyof Usage)[]) {
    const [one, other] = [left[key], right[key]]
    if (key === 'isEstimate') sum[key] = one === true || other === true
    else sum[key] = one === null && other === null ? null : Number(one ?? 0) + Number(other ?? 0)
  }
  return sum as Usage
}

function usageInWords(usage: Usage | null): string {
  if (!usage) return 'usage unknown'
  const input = partsInWords(usage, TOKEN_CLASSES)
  const output = partsInWords(usage, OUTPUT_CLASSES)
  return `${usage.inputTokens ?? 0} input tokens${input}, ${usage.outputTokens ?? 0} output tokens${output}`
}

function partsInWords(usage: Usage, classes: readonly (readonly [keyof Usage, string])[]): string {
  const parts = classes.flatMap(([key, name]) => (usage[key] ? [`${usage[key]} ${name}`] : []))
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}
