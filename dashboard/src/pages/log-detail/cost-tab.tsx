/** Cost breakdown of a request: units, price and amount per line, and the source of the price. */

import { can } from '../../app/session.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { count, duration, moneyOfCents } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Notice } from '../../design/states/notices.tsx'
import type { CostLine, LogDetail } from './detail-wire.ts'

export function CostTab({ log }: { readonly log: LogDetail }) {
  return (
    <div class="stack">
      {log.cost === null ? <Unknown log={log} /> : <Known log={log} />}
      <Facts facts={factsOf(log)} />
    </div>
  )
}

function Unknown({ log }: { readonly log: LogDetail }) {
  const why =
    log.usage === null
      ? 'The provider reported no usage, so the cost is unknown.'
      : `There is no price for ${log.response_model ?? log.ai_model ?? 'this model'} of ${log.provider ?? 'this provider'}.`
  const search = new URLSearchParams({ provider: log.provider ?? '', model: log.response_model ?? log.ai_model ?? '' })
  return (
    <Notice tone="warning" title="Price unknown">
      <p class="anywhere">{why} Unknown is not zero: totals do not include it.</p>
      {log.usage !== null && can('prices.create') && (
        <LinkButton size="small" href={`/settings/prices?${search}`}>
          Add price
        </LinkButton>
      )}
    </Notice>
  )
}

function Known({ log }: { readonly log: LogDetail }) {
  if (log.cost_lines.length === 0) {
    return (
      <p>
        <strong>{moneyOfCents(log.cost)}</strong> <span class="muted">{whyWithoutLines(log)}</span>
      </p>
    )
  }
  return (
    <>
      <Table
        label="Cost by line"
        isCompact
        rows={log.cost_lines}
        keyOf={(line) => line.unit}
        columns={[
          { name: 'unit', label: 'What', cell: (line) => line.unit.replaceAll('_', ' ') },
          { name: 'quantity', label: 'Quantity', isNumber: true, cell: (line) => count(line.quantity) },
          { name: 'price', label: 'Price', isNumber: true, cell: priceWords },
          { name: 'cost', label: 'Amount', isNumber: true, cell: (line) => moneyOfCents(line.cost) },
        ]}
      />
      <p class="spread">
        <span>Together</span>
        <strong class="number">{moneyOfCents(log.cost)}</strong>
      </p>
    </>
  )
}

function whyWithoutLines(log: LogDetail): string {
  if (log.cache_status.endsWith('HIT')) return 'cache hit: no provider was called'
  if (log.status_code >= 400) return 'failed requests are not charged'
  return 'free'
}

function priceWords({ price, price_units: units }: CostLine): string {
  return `${moneyOfCents(price)} / ${units === 1 ? 'each' : count(units)}`
}

function factsOf(log: LogDetail) {
  const usage = log.usage
  return [
    { name: 'Price list', value: log.price_version ?? 'none' },
    ...(usage === null
      ? [{ name: 'Usage', value: 'not reported' }]
      : [
          { name: 'Input tokens', value: `${count(usage.input_tokens)} (${count(usage.cached_tokens)} cached)` },
          { name: 'Output tokens', value: count(usage.output_tokens) },
          {
            name: 'Counted by',
            value: usage.is_estimate ? 'the gateway, estimated from the text length' : 'the provider',
          },
        ]),
    ...(log.cache_saved_cost === null && log.cache_saved_time === null
      ? []
      : [{ name: 'Cache saved', value: `${moneyOfCents(log.cache_saved_cost)}, ${duration(log.cache_saved_time)}` }]),
  ]
}
