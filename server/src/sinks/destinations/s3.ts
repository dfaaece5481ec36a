/**
 * Writes batches as objects to S3 or a compatible store, one object per day and workspace. The name of an object is a
 * function of the batch, so that a batch that is sent again replaces its objects instead of adding rows.
 */

import type { S3SinkSettings, SinkSecret } from '../../core/sinks/sinks.ts'
import type { Egress } from '../../egress/send.ts'
import type { Batch, DeliveryOutcome, Destination, SelectedLog } from '../destination.ts'
import { sendBatch } from './http-outcome.ts'
import { objectUrl, signPut } from './sign-put.ts'

/** One object. `name` is its key without the file extension. */
type Part = { readonly name: string; readonly logs: readonly SelectedLog[] }

const KINDS = {
  jsonl: { ending: 'jsonl.gz', contentType: 'application/gzip' },
  parquet: { ending: 'parquet', contentType: 'application/vnd.apache.parquet' },
} as const

export function s3Destination(settings: S3SinkSettings, secret: SinkSecret, egress: Pick<Egress, 'send'>): Destination {
  const { contentType, ending } = KINDS[settings.format]
  const { accessKeyId, secretAccessKey, sessionToken } = secret

  async function put({ name, logs }: Part, signal: AbortSignal): Promise<DeliveryOutcome> {
    if (accessKeyId === undefined || secretAccessKey === undefined)
      return { kind: 'failed', message: 'The sink has no access key.', retryAfterMs: null }
    const body = await encode(settings.format, logs)
    const url = objectUrl(settings, `${name}.${ending}`)
    const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
    const headers = signPut({
      url,
      body,
      headers: { 'content-type': contentType },
      region: settings.region,
      keys,
      now: new Date(),
    })
    return await sendBatch(egress, { method: 'PUT', url, headers, body }, signal)
  }

  return {
    async deliver(batch, signal) {
      // One after the other: all bodies at once would need several times the memory. The batch counts as delivered when
      // all objects are written. After a failure, the whole batch is sent again, including objects already written.
      let [tooLarge, rejected] = [0, 0]
      let message = ''
      const parts = partsOf(batch, settings)
      for (let part = parts.shift(); part; part = parts.shift()) {
        const outcome = await put(part, signal)
        if (outcome.kind === 'failed') return outcome
        if (outcome.kind === 'delivered') continue
        if (outcome.kind === 'too-large' && part.logs.length > 1) {
          parts.unshift(...halvesOf(part))
          continue
        }
        if (outcome.kind === 'too-large') tooLarge += part.logs.length
        else rejected += part.logs.length
        message = outcome.message
      }
      const logs = tooLarge + rejected
      if (rejected > 0 || logs === batch.logs.length) return { kind: 'rejected', message, logs }
      return logs === 0 ? { kind: 'delivered' } : { kind: 'delivered', dropped: { logs, message } }
    },
    close: async () => {},
  }
}

async function encode(format: S3SinkSettings['format'], logs: readonly SelectedLog[]): Promise<Uint8Array> {
  if (format === 'jsonl') return Bun.gzipSync(logs.map(({ line }) => `${line}\n`).join(''))
  // Loaded by the first sink that needs it.
  const { parquetOf } = await import('./parquet.ts')
  return parquetOf(logs)
}

/** `<prefix>/day=2026-11-17/workspace=<id>/<batch>.jsonl.gz`, in the layout that query engines read as partitions. */
function partsOf({ id, logs }: Batch, { prefix }: Pick<S3SinkSettings, 'prefix'>): Part[] {
  const folder = prefix.replace(/^\/+|\/+$/g, '')
  const groups = Map.groupBy(logs, ({ record }) => {
    const day = new Date(record.startedAtMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    return `day=${day}/workspace=${encodeURIComponent(record.workspaceId)}`
  })
  return [...groups].map(([group, some]) => ({
    name: `${folder === '' ? '' : `${folder}/`}${group}/${id}`,
    logs: some,
  }))
}

/**
 * Splits the object, not the batch: a smaller batch might not replace all objects already written, and the next batch
 * would write their logs again.
 */
function halvesOf({ name, logs }: Part): Part[] {
  const middle = Math.ceil(logs.length / 2)
  return [
    { name: `${name}-1`, logs: logs.slice(0, middle) },
    { name: `${name}-2`, logs: logs.slice(middle) },
  ]
}
