/** `gatehouse prices`: custom prices for models that the built-in price list lacks or prices differently. */

import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { isObject, type JsonObject } from '../../remote.ts'

/** Maps flags to the unit they price, in US dollars per million. */
const UNITS: Readonly<Record<string, string>> = { in: 'input_tokens', out: 'output_tokens', cached: 'cached_tokens' }

export async function listPrices(call: Call): Promise<void> {
  const rows = await call.remote().list('/prices')
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['MODEL', (row) => String(row['model'])],
        ['PROVIDER', (row) => String(row['provider'] ?? 'any')],
        ['VIRTUAL KEY', (row) => String(row['virtual_key'] ?? 'any')],
        ['IN', (row) => rateText(row, 'input_tokens')],
        ['OUT', (row) => rateText(row, 'output_tokens')],
        ['TIMES', (row) => Number(row['multiplier'])],
        ['FROM', (row) => String(row['valid_from']).slice(0, 10)],
      ],
      'No custom prices; the built-in price list applies. Set one: gatehouse prices set my-model --in 0.15 --out 0.60',
    ),
  )
}

export async function setPrice(call: Call): Promise<void> {
  const [model = ''] = call.operands
  const rates = Object.entries(UNITS).flatMap(([flag, unit]) => {
    const text = call.text(flag)
    return text === null ? [] : [[unit, { usd: dollars(flag, text) }] as const]
  })
  if (rates.length === 0) throw usageError('Set at least one price: --in, --out or --cached.', 'prices set')
  const [provider, virtualKey] = [call.text('provider'), call.text('virtual-key')]
  const made = await call.remote().post('/prices', {
    model,
    prices: Object.fromEntries(rates),
    ...(provider !== null && { provider }),
    ...(virtualKey !== null && { virtual_key: virtualKey }),
  })
  call.output.data(made, () =>
    [
      `The price of ${model} applies from now on.`,
      '  past  POST /v1/prices/reprice adds the cost of earlier requests without a price',
    ].join('\n'),
  )
}

function dollars(flag: string, text: string): number {
  if (!/^\d+(\.\d{1,9})?$/.test(text))
    throw usageError(`--${flag} must be US dollars per million tokens, such as 0.15, not "${text}".`, 'prices set')
  return Number(text)
}

function rateText({ prices }: JsonObject, unit: string): string {
  const rate = isObject(prices) ? prices[unit] : undefined
  if (!isObject(rate)) return ''
  return `$${(Number(rate['usd']) * 1_000_000) / Number(rate['per'])}`
}
