/** A price being edited, and the request body built from it. */

import { jsonOrText } from '../../../api/json.ts'
import { timeOf } from '../../../design/limits/limits-draft.ts'
import { ALL_UNITS, type Price, type Rates, UNITS, type Unit } from './price.ts'

export type PriceDraft = {
  readonly provider: string
  readonly model: string
  /** Empty: all workspaces. */
  readonly workspaceId: string
  readonly virtualKey: string
  readonly isOwnList: boolean
  readonly multiplier: string
  readonly rates: Readonly<Partial<Record<Unit, { readonly usd: string; readonly per: number }>>>
  /** A date; empty: now, or unchanged. */
  readonly validFrom: string
  /** JSON text: tiers are rare and nested. */
  readonly tiers: string
  readonly batch: string
}

export function newPrice(provider = '', model = ''): PriceDraft {
  return {
    provider,
    model,
    workspaceId: '',
    virtualKey: '',
    isOwnList: true,
    multiplier: '1',
    rates: {},
    validFrom: '',
    tiers: '',
    batch: '',
  }
}

export function draftOf(price: Price): PriceDraft {
  const entries = Object.entries(price.prices ?? {}).map(([unit, rate]) => [
    unit,
    { usd: String(rate.usd), per: rate.per },
  ])
  return {
    provider: price.provider ?? '',
    model: price.model,
    workspaceId: price.workspace_id ?? '',
    virtualKey: price.virtual_key ?? '',
    isOwnList: price.prices !== null,
    multiplier: String(price.multiplier),
    rates: Object.fromEntries(entries) as PriceDraft['rates'],
    validFrom: '',
    tiers: price.tiers.length === 0 ? '' : JSON.stringify(price.tiers, null, 2),
    batch: price.batch_prices === null ? '' : JSON.stringify(price.batch_prices, null, 2),
  }
}

/** Invalid numbers or JSON are sent unchanged, so that the gateway reports the error. */
export function bodyOf(draft: PriceDraft) {
  return {
    model: draft.model,
    provider: draft.provider.trim() === '' ? null : draft.provider.trim(),
    virtual_key: draft.virtualKey === '' ? null : draft.virtualKey,
    multiplier: numberOf(draft.multiplier),
    ...(draft.validFrom !== '' && { valid_from: timeOf(draft.validFrom, '00:00') }),
    ...(draft.workspaceId !== '' && { workspace_id: draft.workspaceId }),
    ...(draft.isOwnList && {
      prices: ratesBody(draft.rates),
      tiers: draft.tiers.trim() === '' ? [] : jsonOrText(draft.tiers),
      batch_prices: draft.batch.trim() === '' ? null : jsonOrText(draft.batch),
    }),
  }
}

function ratesBody(rates: PriceDraft['rates']): Rates | Record<string, unknown> {
  const given = ALL_UNITS.flatMap((unit) => {
    const rate = rates[unit]
    return rate && rate.usd.trim() !== '' ? [[unit, { usd: numberOf(rate.usd), per: rate.per }]] : []
  })
  return Object.fromEntries(given)
}

export function setRate(draft: PriceDraft, unit: Unit, usd: string): PriceDraft {
  const per = draft.rates[unit]?.per ?? UNITS[unit].per
  return { ...draft, rates: { ...draft.rates, [unit]: { usd, per } } }
}

function numberOf(text: string): number | string {
  const value = Number(text.replaceAll(',', ''))
  return text.trim() !== '' && Number.isFinite(value) ? value : text
}
