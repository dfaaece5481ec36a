/**
 * Encodes logs as a Parquet file with hyparquet-writer, which is plain JavaScript. Members that people filter and sum
 * by are columns; the whole log is in the column `log` as JSON.
 */

import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { centsOf } from '../../core/money/nano-usd.ts'
import type { RequestRecord } from '../../core/record.ts'
import type { SelectedLog } from '../destination.ts'

type Column = {
  readonly type: 'STRING' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP'
  readonly of: (record: RequestRecord, line: string) => string | number | bigint | boolean | Date | null
}

const whole = (value: number | null | undefined): bigint | null =>
  value === null || value === undefined ? null : BigInt(Math.round(value))

/** Names and units as in the JSON of a log. Costs are in US cents. */
const COLUMNS: Readonly<Record<string, Column>> = {
  id: { type: 'STRING', of: ({ id }) => id },
  trace_id: { type: 'STRING', of: ({ traceId }) => traceId },
  created_at: { type: 'TIMESTAMP', of: ({ startedAtMs }) => new Date(startedAtMs) },
  organisation_id: { type: 'STRING', of: ({ organisationId }) => organisationId },
  workspace_id: { type: 'STRING', of: ({ workspaceId }) => workspaceId },
  api_key_id: { type: 'STRING', of: ({ keyId }) => keyId },
  source: { type: 'STRING', of: ({ source }) => source },
  endpoint: { type: 'STRING', of: ({ endpoint }) => endpoint },
  path: { type: 'STRING', of: ({ path }) => path },
  provider: { type: 'STRING', of: ({ provider }) => provider },
  ai_model: { type: 'STRING', of: ({ model }) => model },
  response_model: { type: 'STRING', of: ({ responseModel }) => responseModel },
  virtual_key: { type: 'STRING', of: ({ virtualKey }) => virtualKey },
  config: { type: 'STRING', of: ({ configId }) => configId },
  prompt_slug: { type: 'STRING', of: ({ promptId }) => promptId },
  ending: { type: 'STRING', of: ({ ending }) => ending },
  status_code: { type: 'INT32', of: ({ status }) => status },
  error_code: { type: 'STRING', of: ({ errorCode }) => errorCode },
  is_stream: { type: 'BOOLEAN', of: ({ isStream }) => isStream },
  cache_status: { type: 'STRING', of: ({ cacheStatus }) => cacheStatus },
  retry_count: { type: 'INT32', of: ({ retries }) => retries },
  response_time: { type: 'DOUBLE', of: ({ durationMs }) => durationMs },
  time_to_first_byte: { type: 'DOUBLE', of: ({ firstByteMs }) => firstByteMs },
  input_tokens: { type: 'INT64', of: ({ usage }) => whole(usage?.inputTokens) },
  output_tokens: { type: 'INT64', of: ({ usage }) => whole(usage?.outputTokens) },
  total_tokens: { type: 'INT64', of: ({ usage }) => whole(usage?.totalTokens) },
  cached_tokens: { type: 'INT64', of: ({ usage }) => whole(usage?.cachedTokens) },
  reasoning_tokens: { type: 'INT64', of: ({ usage }) => whole(usage?.reasoningTokens) },
  cost: { type: 'DOUBLE', of: ({ costNanoUsd }) => (costNanoUsd === null ? null : centsOf(costNanoUsd)) },
  request_bytes: { type: 'INT64', of: ({ requestBytes }) => whole(requestBytes) },
  response_bytes: { type: 'INT64', of: ({ responseBytes }) => whole(responseBytes) },
  log: { type: 'STRING', of: (_, line) => line },
}

export function parquetOf(logs: readonly SelectedLog[]): Uint8Array {
  const columnData: ColumnSource[] = Object.entries(COLUMNS).map(([name, { type, of }]) => ({
    name,
    type,
    nullable: true,
    data: logs.map(({ record, line }) => of(record, line)),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}
