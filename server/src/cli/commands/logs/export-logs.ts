/** `gatehouse logs export`: starts an export in the gateway, shows its progress and downloads the file. */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import type { JsonObject, Remote } from '../../remote.ts'
import { logFilter } from './log-filter.ts'

const FIELDS = [
  'id',
  'trace_id',
  'created_at',
  'request_method',
  'endpoint',
  'ai_org',
  'ai_model',
  'response_status_code',
  'error_code',
  'response_time',
  'req_units',
  'res_units',
  'total_units',
  'cost',
  'cost_currency',
  'cache_status',
  'attempt_count',
  'virtual_key',
  'config',
  'prompt_slug',
  'api_key_id',
  'workspace_id',
  'metadata',
]
const POLL_MS = 250

export async function exportLogs(call: Call): Promise<void> {
  const to = call.text('to') ?? (process.stdout.isTTY ? null : '-')
  if (to === null) throw usageError('--to is missing: the output file.', 'logs export')
  const format = call.text('format') ?? (to.endsWith('.csv') ? 'csv' : 'jsonl')
  const remote = call.remote()
  const filters = logFilter(call)
  const { id } = await remote.post('/logs/exports', {
    filters,
    format,
    requested_data: call.text('fields')?.split(',') ?? FIELDS,
    description: 'gatehouse logs export',
  })
  const path = `/logs/exports/${id}`
  try {
    await remote.post(`${path}/start`)
    const done = await finished(call, remote, path)
    const sizeBytes = await fetchFile(call, await remote.open(`${path}/content`), to, Number(done['file_bytes']))
    const report = { file: to, format, records: done['written'], size_bytes: sizeBytes }
    if (to !== '-') call.output.data(report, () => `${to}: ${done['written']} logs, ${size(sizeBytes)}.`)
  } finally {
    // Otherwise the file would stay on the gateway's disk.
    await remote.delete(path).catch(() => {})
  }
}

async function finished(call: Call, remote: Remote, path: string): Promise<JsonObject> {
  for (;;) {
    const job = await remote.get(path)
    if (job['status'] === 'success') return job
    if (job['status'] === 'failed' || job['status'] === 'stopped')
      throw new CommandError({
        what: 'The export failed.',
        why: String(job['error'] ?? job['status']),
        fix: 'Try again, or choose a shorter period with --since.',
      })
    const [written, total] = [Number(job['written']), Number(job['total'])]
    const share = total > 0 ? Math.floor((written / total) * 100) : 0
    call.output.progress(`Collecting logs: ${written} of ${total} (${share} %)`)
    await Bun.sleep(POLL_MS)
  }
}

async function fetchFile(call: Call, response: Response, to: string, totalBytes: number): Promise<number> {
  if (response.body === null) return 0
  const target = to === '-' ? process.stdout : createWriteStream(to)
  let sizeBytes = 0
  for await (const chunk of response.body) {
    sizeBytes += chunk.length
    if (!target.write(chunk)) await once(target, 'drain')
    if (to !== '-') call.output.progress(`Downloading: ${size(sizeBytes)} of ${size(Math.max(totalBytes, sizeBytes))}`)
  }
  if (to !== '-') {
    target.end()
    await once(target, 'finish')
  }
  return sizeBytes
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`
}
