/** Calculates the cost of a usage from a price card, line by line. */

import type { CostLine } from '../record.ts'
import { NO_USAGE, type Usage } from '../usage.ts'
import { amountOf } from './nano-usd.ts'
import type { PriceCard, PriceUnit, Rates } from './price-card.ts'

export type Cost = { readonly nanoUsd: number; readonly lines: readonly CostLine[] }

const FREE: Cost = { nanoUsd: 0, lines: [] }

/** Null if the cost is unknown, for example because used tokens have no rate. 0 only if the request is free. */
export function costOf(usage: Usage | null, card: PriceCard): Cost | null {
  if (card.isFree) return FREE
  const used = usage ?? NO_USAGE
  const rates = ratesFor(card, used.inputTokens ?? 0)
  const bill = new Bill(rates)
  if (rates.input_tokens || rates.output_tokens) bill.addTokens(used)
  bill.addCount('images', used.images)
  bill.addCount('search_units', used.searchUnits)
  bill.addCount('characters', used.characters)
  bill.addCount('audio_seconds', used.audioSeconds)
  // A fee per request is the complete cost only if the card has no other price.
  if (!bill.isPriced && Object.keys(rates).some((unit) => unit !== 'requests')) return null
  bill.addCount('requests', 1)
  return bill.cost()
}

function ratesFor({ rates, tiers }: PriceCard, inputTokens: number): Rates {
  for (let i = tiers.length - 1; i >= 0; i--) {
    if (inputTokens > tiers[i]!.overInputTokens) return tiers[i]!.rates
  }
  return rates
}

class Bill {
  readonly #lines: CostLine[] = []
  #nanoUsd = 0
  #isUnknown = false
  /** True once a reported unit has a price, even if its quantity is 0. */
  isPriced = false

  constructor(private readonly rates: Rates) {}

  /** Bills each token once: token classes with their own rate are subtracted from the input or output they are in. */
  addTokens(usage: Usage): void {
    let input = usage.inputTokens ?? 0
    const write = this.#part('cached_write_tokens', usage.cachedWriteTokens, input)
    const long = this.#part('cached_write_long_tokens', usage.cachedWriteLongTokens, write || input)
    this.#add('cached_write_long_tokens', long)
    this.#add('cached_write_tokens', write === 0 ? 0 : write - long)
    input -= write === 0 ? long : write
    const audio = Math.min(usage.audioInputTokens ?? 0, input)
    const cachedAudio = this.#cachedAudio(usage, audio, input)
    const own = this.#take('cached_audio_tokens', cachedAudio, input)
    input -= own
    input -= this.#take('cached_tokens', (usage.cachedTokens ?? 0) - cachedAudio, input)
    input -= this.#take('audio_input_tokens', audio - own, input)
    input -= this.#take('image_input_tokens', usage.imageInputTokens, input)
    this.#add('input_tokens', input)
    let output = usage.outputTokens ?? 0
    output -= this.#take('reasoning_tokens', usage.reasoningTokens, output)
    output -= this.#take('audio_output_tokens', usage.audioOutputTokens, output)
    output -= this.#take('image_output_tokens', usage.imageOutputTokens, output)
    this.#add('output_tokens', output)
    if (usage.inputTokens !== null || usage.outputTokens !== null) this.isPriced = true
  }

  /** Cached audio tokens that are not charged as cached text; 0 if the card has no rate for cached audio or audio. */
  #cachedAudio({ cachedAudioTokens, cachedTokens }: Usage, audio: number, input: number): number {
    if (!this.rates.cached_audio_tokens && !this.rates.audio_input_tokens) return 0
    return Math.min(cachedAudioTokens ?? 0, cachedTokens ?? 0, audio, input)
  }

  /** A unit without a rate adds nothing, because the other rates cover it. */
  addCount(unit: PriceUnit, units: number | null): void {
    if (units === null || !this.rates[unit]) return
    this.isPriced = true
    this.#add(unit, units)
  }

  cost(): Cost | null {
    const isComplete = this.isPriced && !this.#isUnknown && Number.isSafeInteger(this.#nanoUsd)
    return isComplete ? { nanoUsd: this.#nanoUsd, lines: this.#lines } : null
  }

  #take(unit: PriceUnit, units: number | null, room: number): number {
    const taken = this.#part(unit, units, room)
    this.#add(unit, taken)
    return taken
  }

  #part(unit: PriceUnit, units: number | null, room: number): number {
    return this.rates[unit] ? Math.min(units ?? 0, room) : 0
  }

  #add(unit: PriceUnit, quantity: number): void {
    if (quantity === 0) return
    const rate = this.rates[unit]
    const nanoUsd = rate ? amountOf(quantity, rate.nanoUsd, rate.perUnits) : null
    if (!rate || nanoUsd === null) {
      this.#isUnknown = true
      return
    }
    this.#nanoUsd += nanoUsd
    this.#lines.push({ unit, quantity, rateNanoUsd: rate.nanoUsd, rateUnits: rate.perUnits, nanoUsd })
  }
}
