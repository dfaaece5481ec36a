/** A read-only price: one line per unit, then tiers and batch prices. */

import { count } from '../../../design/data/format.ts'
import { type PriceList, type Rates, ratesOf, rateWords } from './price.ts'

export function RatesView({ list }: { readonly list: PriceList }) {
  return (
    <div class="settings-rates">
      <Lines rates={list.prices} />
      {list.tiers.map((tier) => (
        <div key={tier.over_input_tokens}>
          <span class="caption">above {count(tier.over_input_tokens)} input tokens</span>
          <Lines rates={tier.prices} />
        </div>
      ))}
      {list.batch_prices && (
        <div>
          <span class="caption">in batches</span>
          <Lines rates={list.batch_prices} />
        </div>
      )}
    </div>
  )
}

function Lines({ rates }: { readonly rates: Rates | null }) {
  return (
    <>
      {ratesOf(rates).map(([unit, rate]) => (
        <div key={unit}>{rateWords(unit, rate)}</div>
      ))}
    </>
  )
}
