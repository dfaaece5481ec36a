/** `gatehouse logs tail`: shows requests as they finish. */

import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readWhole } from '../../input/read-amount.ts'
import { isObject, type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { logFilter } from './log-filter.ts'
import { logLine } from './log-line.ts'
import { readEvents } from './read-events.ts'

const MAX_LAST = 1_000
const DEFAULT_LAST = 20
const PAGE = 100
const RECONNECT_MS = 2_000
/** Exit code of a CommandError for a gateway that cannot be reached. */
const UNREACHABLE = 3

export async function tailLogs(call: Call): Promise<void> {
  const remote = call.remote()
  const filter = logFilter(call)
  const isFollowing = !call.has('no-follow')
  const given = call.text('last')
  const last = given === null ? (isFollowing ? 0 : DEFAULT_LAST) : readWhole('last', given, 0, MAX_LAST)
  const show = (log: JsonObject) => call.output.line(log, () => logLine(log, call.output.colours))
  // Connect before reading earlier logs, so that none is missed in between.
  const first = isFollowing ? await remote.open('/logs/stream', filter) : null
  const shown = new Set<string>()
  for (const log of await lastLogs(remote, filter, last)) {
    shown.add(String(log['id']))
    show(log)
  }
  if (first === null) return
  if (!call.output.isJson) call.output.note('Waiting for requests. Stop: ctrl-c')
  for (let stream: Response | null = first; stream !== null; stream = await reconnect(call, remote, filter)) {
    await follow(stream, call, (log) => {
      if (!shown.delete(String(log['id']))) show(log)
    })
  }
}

async function lastLogs(
  remote: Remote,
  filter: Readonly<Record<string, string>>,
  count: number,
): Promise<JsonObject[]> {
  const logs: JsonObject[] = []
  let cursor: string | undefined
  while (logs.length < count) {
    const page = await remote.get('/logs', { ...filter, page_size: Math.min(PAGE, count - logs.length), cursor })
    logs.push(...objectsOf(page['data']))
    if (page['has_more'] !== true || typeof page['next_cursor'] !== 'string') break
    cursor = page['next_cursor']
  }
  return logs.reverse()
}

async function follow(stream: Response, call: Call, show: (log: JsonObject) => void): Promise<void> {
  if (stream.body === null) return
  try {
    for await (const event of readEvents(stream.body)) {
      const data: unknown = JSON.parse(event.data)
      if (!isObject(data)) continue
      if (event.name === 'log') show(data)
      if (event.name === 'missed') call.output.note(`  ${data['count']} requests were skipped: too many to show.`)
      if (event.name === 'end') call.output.note(`  ${data['reason']}`)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') throw error
    // The connection broke; `reconnect` retries.
  }
}

/** Retries while the gateway is unreachable; any other failure is thrown. */
async function reconnect(call: Call, remote: Remote, filter: Readonly<Record<string, string>>): Promise<Response> {
  for (;;) {
    call.output.note('  The stream ended. Reconnecting ...')
    await Bun.sleep(RECONNECT_MS)
    try {
      return await remote.open('/logs/stream', filter)
    } catch (error) {
      if (error instanceof CommandError && error.exitCode !== UNREACHABLE) throw error
    }
  }
}
