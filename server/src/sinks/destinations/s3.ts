/**
 * Writes batches as objects to S3 or a compatible store, one object per day and workspace. The name of an object is a
 * function of the batch, so that a batch that is sent again replaces its objects instead of adding rows.
 */

import type { S3SinkSettings, SinkSecret } from '../../core/sinks/sinks.ts'
import type { Egress } from '../../egress/send.ts'
import type { Batch, DeliveryOutcome, Destination, SelectedLog } from '../destination.ts'
import { sendBatch } from './http-outcome.ts'
import { objectUrl, signPut } from './sign-put.ts'

type Part = { readonly key: string; readonly logs: readonly SelectedLog[] }

const KINDS = {
  jsonl: { ending: 'jsonl.gz', contentType: 'application/gzip' },
  parquet: { ending: 'parquet', contentType: 'application/vnd.apache.parquet' },
} as const

export function s3Destination(settings: S3SinkSettings, secret: SinkSecret, egress: Pick<Egress, 'send'>): Destination {
  const { contentType } = KINDS[settings.format]
  const { accessKeyId, secretAccessKey, sessionToken } = secret

  async function put({ key, logs }: Part, signal: AbortSignal): Promise<DeliveryOutcome> {
    if (accessKeyId === undefined || secretAccessKey === undefined)
      return { kind: 'failed', message: 'The sink has no access key.', retryAfterMs: null }
    const body = await encode(settings.format, logs)
    const url = objectUrl(settings, key)
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
      // all objects are written; a failure repeats those that are.
      let dropped = 0
      let message = ''
      for (const part of partsOf(batch, settings)) {
        const outcome = await put(part, signal)
        if (outcome.kind === 'failed') return outcome
        if (outcome.kind === 'delivered') continue
        dropped += part.logs.length
        message = outcome.message
      }
      if (dropped === batch.logs.length) return { kind: 'rejected', message }
      return dropped === 0 ? { kind: 'delivered' } : { kind: 'delivered', dropped: { logs: dropped, message } }
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
function partsOf({ id, logs }: Batch, { prefix, format }: Pick<S3SinkSettings, 'prefix' | 'format'>): Part[] {
  const folder = prefix.replace(/^\/+|\/+$/g, '')
  const groups = Map.groupBy(logs, ({ record }) => {
    const day = new Date(record.startedAtMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    return `day=${day}/workspace=${encodeURIComponent(record.workspaceId)}`
  })
  return [...groups].map(([group, some]) => ({
    key: `${folder === '' ? '' : `${folder}/`}${group}/${id}.${KINDS[format].ending}`,
    logs: some,
  }))
}
