/** `gatehouse models`: the models that virtual keys can use, with price and usage. */

import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { costText } from '../logs/log-line.ts'

/** Maps values of --sort to those of the admin API. */
const ORDERS: Readonly<Record<string, string>> = {
  requests: 'requests',
  cost: 'cost',
  model: 'model',
  input: 'input_price',
  output: 'output_price',
  context: 'context_window',
}
const MAX_MODELS = 1_000

export async function listModels(call: Call): Promise<void> {
  const [search] = call.operands
  const [provider, key] = [call.text('provider'), call.text('virtual-key')]
  const found = await call.remote().get('/model-catalogue', {
    order_by: orderOf(call.text('sort') ?? 'requests'),
    page_size: limitOf(call.text('last') ?? '50'),
    ...(search !== undefined && { search }),
    ...(provider !== null && { provider }),
    ...(key !== null && { virtual_key: key }),
    ...(call.has('used') && { used: 'true' }),
  })
  const rows = objectsOf(found['data'])
  call.output.data(rows, () =>
    [
      call.output.table(
        rows,
        [
          ['MODEL', (row) => String(row['model'])],
          ['PROVIDER', (row) => String(row['provider'])],
          ['IN', (row) => perMillion(row, 'input_tokens')],
          ['OUT', (row) => perMillion(row, 'output_tokens')],
          ['CACHED', (row) => perMillion(row, 'cached_tokens')],
          ['CONTEXT', (row) => (row['context_window'] === null ? '' : Number(row['context_window']))],
          ['REQUESTS', (row) => Number(usageOf(row)['requests'] ?? 0)],
          ['COST', (row) => (usageOf(row)['requests'] === undefined ? '' : costText(usageOf(row)['cost']))],
          ['VIRTUAL KEYS', keysOf],
        ],
        'No models. Create a virtual key: gatehouse virtual-keys create openai-main --provider openai --key-env OPENAI_API_KEY',
      ),
      ...(Number(found['total']) > rows.length
        ? [`${rows.length} of ${found['total']} models. More: --last 1000`]
        : []),
    ].join('\n'),
  )
}

function orderOf(word: string): string {
  const order = ORDERS[word]
  if (order === undefined)
    throw usageError(`--sort must be one of ${Object.keys(ORDERS).join(', ')}, not "${word}".`, 'models')
  return order
}

function limitOf(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_MODELS) return limit
  throw usageError(`--last must be a whole number from 1 to ${MAX_MODELS}, not "${text}".`, 'models')
}

/** US dollars per million tokens; empty if the price is unknown. */
function perMillion(row: JsonObject, unit: string): string {
  if (row['is_free'] === true) return 'free'
  const rate = isObject(row['prices']) ? row['prices'][unit] : undefined
  if (!isObject(rate)) return ''
  return `$${Number(((Number(rate['usd']) * 1_000_000) / Number(rate['per'])).toFixed(6))}`
}

function usageOf(row: JsonObject): JsonObject {
  return isObject(row['usage']) ? row['usage'] : {}
}

function keysOf(row: JsonObject): string {
  if (row['needs_virtual_key'] === false) return 'not needed'
  return objectsOf(row['virtual_keys'])
    .map((key) => String(key['slug']))
    .join(', ')
}
