/** The most that a usage can cost by a price card: every token at the highest price of its kind and tier. */

import { amountOf } from '../../core/money/nano-usd.ts'
import type { PriceCard, PriceUnit, Rate, Rates } from '../../core/money/price-card.ts'
import type { Usage } from '../../core/usage.ts'

const INPUT_CLASSES: readonly PriceUnit[] = [
  'input_tokens',
  'cached_tokens',
  'cached_audio_tokens',
  'cached_write_tokens',
  'cached_write_long_tokens',
  'audio_input_tokens',
  'image_input_tokens',
]
const OUTPUT_CLASSES: readonly PriceUnit[] = [
  'output_tokens',
  'reasoning_tokens',
  'audio_output_tokens',
  'image_output_tokens',
]

/** Null if the card has no price for this usage. */
export function boundCost(most: Usage, card: PriceCard): number | null {
  if (card.isFree) return 0
  let highest = costAt(most, card.rates)
  if (highest === null) return null
  for (const { overInputTokens, rates } of card.tiers) {
    if ((most.inputTokens ?? 0) <= overInputTokens) continue
    const amount = costAt(most, rates)
    if (amount === null) return null
    highest = Math.max(highest, amount)
  }
  return highest
}

function costAt(most: Usage, rates: Rates): number | null {
  const parts = [
    tokensAt(most.inputTokens, INPUT_CLASSES, rates),
    tokensAt(most.outputTokens, OUTPUT_CLASSES, rates),
    unitsAt(most.images, rates.images),
    unitsAt(most.searchUnits, rates.search_units),
    unitsAt(most.characters, rates.characters),
    unitsAt(most.audioSeconds, rates.audio_seconds),
    unitsAt(1, rates.requests),
  ].filter((part) => part !== undefined)
  let sum = 0
  for (const part of parts) sum += part ?? Number.NaN
  return parts.length > 0 && Number.isSafeInteger(sum) ? sum : null
}

/** Undefined: not charged. Null: larger than the largest exact integer. */
type Part = number | null | undefined

function unitsAt(units: number | null, rate: Rate | undefined): Part {
  return units === null || !rate ? undefined : amountOf(units, rate.nanoUsd, rate.perUnits)
}

function tokensAt(tokens: number | null, classes: readonly PriceUnit[], rates: Rates): Part {
  let highest: Rate | undefined
  let count = 0
  for (const unit of classes) {
    const rate = rates[unit]
    if (!rate) continue
    count++
    if (!highest || rate.nanoUsd / rate.perUnits > highest.nanoUsd / highest.perUnits) highest = rate
  }
  const amount = unitsAt(tokens, highest)
  // The real cost rounds up each class separately.
  return typeof amount === 'number' ? amount + count - 1 : amount
}
