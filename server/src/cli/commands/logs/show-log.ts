/** `gatehouse logs show`: shows one request with its attempts and routing decisions. */

import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { texts } from '../configs/configs.ts'
import { span, statusText, stepLines } from '../configs/timeline.ts'
import { costText } from './log-line.ts'

export async function showLog(call: Call): Promise<void> {
  const log = await findLog(call.remote(), call.operands[0] ?? '')
  call.output.data(log, () => describe(call, log))
}

/** Finds a log by its ID, or else the newest log of a trace ID. */
export async function findLog(remote: Remote, id: string): Promise<JsonObject> {
  try {
    return await remote.get(`/logs/${encodeURIComponent(id)}`)
  } catch (error) {
    if (!(error instanceof CommandError) || !error.report.why?.startsWith('404')) throw error
    const [newest] = objectsOf((await remote.get('/logs', { trace_id: id, page_size: 1 }))['data'])
    if (newest === undefined)
      throw new CommandError({
        what: `No log or trace has the ID ${id}.`,
        why: 'It may be older than the retention period, or in another workspace.',
        fix: 'gatehouse logs tail --last 20 --no-follow shows the newest.',
      })
    return remote.get(`/logs/${encodeURIComponent(String(newest['id']))}`)
  }
}

function describe(call: Call, log: JsonObject): string {
  const { colours } = call.output
  const usage = isObject(log['usage']) ? log['usage'] : null
  const tokens =
    usage === null
      ? 'unknown'
      : `${usage['input_tokens'] ?? '?'} in, ${usage['output_tokens'] ?? '?'} out${usage['is_estimate'] === true ? ' (estimate)' : ''}`
  const facts: readonly (readonly [string, string])[] = [
    ['id', String(log['id'])],
    ['trace', String(log['trace_id'])],
    ['time', String(log['created_at'])],
    ['request', `${log['method']} ${log['path']}`],
    [
      'model',
      `${log['ai_model'] ?? '-'}${log['response_model'] === log['ai_model'] ? '' : ` → ${log['response_model'] ?? '-'}`}`,
    ],
    ['target', `${log['target'] ?? '-'}  ${log['provider'] ?? ''}  ${log['virtual_key'] ?? ''}`.trim()],
    ['cache', String(log['cache_status'])],
    ['tokens', tokens],
    ['cost', costText(log['cost'])],
    ['metadata', JSON.stringify(log['metadata'] ?? {})],
  ]
  return [
    `${statusText(Number(log['status_code']), colours)} ${log['ending']} in ${span(log['response_time'])}${log['error_code'] === null ? '' : `  ${log['error_code']}`}`,
    ...facts.map(([name, value]) => `  ${colours.dim(name.padEnd(9))} ${value}`),
    '',
    ...stepLines(log, colours).map((line) => `  ${line}`),
    ...texts(log['warnings']).map((warning) => `  ${colours.yellow('!')} ${warning}`),
    ...(call.has('bodies') ? bodies(log) : []),
  ].join('\n')
}

function bodies(log: JsonObject): readonly string[] {
  return ['request', 'response'].flatMap((side) => {
    const part = isObject(log[side]) ? log[side] : {}
    const text = typeof part['body'] === 'string' ? part['body'] : '(not stored)'
    return ['', `${side}${part['body_cut'] === true ? ' (truncated)' : ''}:`, text]
  })
}
