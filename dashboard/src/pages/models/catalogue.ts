/** Types and requests of the model catalogue. */

import { api } from '../../api/client.ts'
import { money } from '../../design/data/format.ts'

type Rate = { readonly usd: number; readonly per: number }
export type Rates = Readonly<Record<string, Rate | undefined>>

/** A row of GET /v1/model-catalogue. */
export type CatalogueModel = {
  readonly provider: string
  readonly model: string
  readonly name: string | null
  readonly context_window: number | null
  readonly is_deprecated: boolean
  readonly in_price_list: boolean
  readonly price_source: 'own' | 'catalogue' | 'none'
  readonly is_free: boolean
  readonly prices: Rates | null
  readonly tiers: readonly { readonly over_input_tokens: number; readonly prices: Rates }[]
  readonly needs_virtual_key: boolean
  readonly virtual_keys: readonly { readonly slug: string; readonly name: string; readonly prices: Rates | null }[]
  readonly usage: {
    readonly requests: number
    readonly errors: number
    readonly cost: number | null
    readonly tokens: number
    readonly p95_latency: number | null
    readonly last_seen: string
  } | null
}

export type Catalogue = {
  readonly total: number
  readonly providers: readonly string[]
  readonly virtual_keys: readonly string[]
  readonly data: readonly CatalogueModel[]
}

type Query = Readonly<Record<string, string | number | undefined>>

export function loadCatalogue(query: Query, signal: AbortSignal): Promise<Catalogue> {
  return api.get<Catalogue>('/model-catalogue', { query, signal })
}

export function modelHref({ provider, model }: Pick<CatalogueModel, 'provider' | 'model'>): string {
  return `/models/${encodeURIComponent(provider)}/${encodeURIComponent(model)}`
}

/** US dollars per million tokens; `—` if unknown. */
export function perMillion(prices: Rates | null, unit: string, isFree = false): string {
  if (isFree) return 'free'
  const rate = prices?.[unit]
  return rate ? money((rate.usd * 1_000_000) / rate.per) : '—'
}
