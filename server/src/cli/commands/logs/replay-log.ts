/** `gatehouse logs replay`: sends a logged request again and compares the results. */

import { readResponse } from '../../../core/body/read-response.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, type Remote } from '../../remote.ts'
import { readConfigFile } from '../configs/configs.ts'
import { logLine } from './log-line.ts'
import { findLog } from './show-log.ts'
import { streamText } from './stream-text.ts'

const LOG_TIMEOUT_MS = 5_000
const POLL_MS = 50
const FAILED = 400
const BODY_LIMITS = { maxBytes: 64 * 1024 * 1024, timeoutMs: 600_000 }

export async function replayLog(call: Call): Promise<void> {
  const remote = call.remote()
  const before = await findLog(remote, call.operands[0] ?? '')
  const body = bodyOf(before)
  const headers = { ...(await routingHeaders(call, before, body)), 'x-gateway-metadata': metadataOf(before) }
  const reply = await remote.send(String(before['method']), pathOf(before), headers, body)
  const text = await readResponse(reply, BODY_LIMITS)
  const id = reply.headers.get('x-gateway-request-id')
  const after = id === null ? null : await logOf(remote, id)
  if (reply.status >= FAILED) process.exitCode = 1
  const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream') === true
  const shown = isStream ? await streamText(text) : text
  const { colours } = call.output
  call.output.data({ before: shortOf(before), after: after && shortOf(after), status: reply.status, body: text }, () =>
    [
      `${colours.dim('before')}  ${logLine(before, colours)}`,
      `${colours.dim('after ')}  ${after === null ? `${reply.status}, not logged yet` : logLine(after, colours)}`,
      '',
      shown,
    ].join('\n'),
  )
}

/** The logged request body; null for GET and DELETE. Throws if it is missing or incomplete. */
function bodyOf(log: JsonObject): string | null {
  const request = isObject(log['request']) ? log['request'] : {}
  if (log['method'] === 'GET' || log['method'] === 'DELETE') return null
  const why =
    typeof request['body'] !== 'string'
      ? 'Its body was not stored: body logging was off, or the retention period has passed.'
      : request['body_cut'] === true
        ? 'Only the first part of its body was stored.'
        : request['body_encoding'] === 'base64'
          ? 'Its body is binary, and files cannot be replayed.'
          : null
  if (why === null) return String(request['body'])
  throw new CommandError({ what: 'This request cannot be replayed.', why })
}

function pathOf(log: JsonObject): string {
  return String(log['path']).replace(/^\/v1(?=\/)/, '')
}

/** Selects the provider: by flags, else by the routing of the logged request. Logs contain no credentials. */
async function routingHeaders(call: Call, log: JsonObject, body: string | null): Promise<Record<string, string>> {
  const [config, virtualKey] = [call.text('config'), call.text('virtual-key')]
  if (config !== null && /\.json$|^-$/.test(config))
    return { 'x-gateway-config': JSON.stringify((await readConfigFile(config)).config) }
  if (config !== null) return { 'x-gateway-config': config }
  if (virtualKey !== null) return { 'x-gateway-virtual-key': virtualKey }
  if (typeof log['config'] === 'string') return { 'x-gateway-config': log['config'] }
  if (/"model"\s*:\s*"@/.test(body ?? '') || log['prompt_slug'] !== null) return {}
  if (typeof log['virtual_key'] === 'string') return { 'x-gateway-virtual-key': log['virtual_key'] }
  if (log['provider'] === 'mock') return { 'x-gateway-provider': 'mock' }
  throw new CommandError({
    what: 'The request had its own config or credential, which are not logged.',
    fix: 'Choose a target: --config with a file or slug, or --virtual-key.',
  })
}

function metadataOf(log: JsonObject): string {
  const metadata = isObject(log['metadata']) ? log['metadata'] : {}
  // HTTP headers are ASCII only.
  return JSON.stringify({ ...metadata, replay_of: log['id'] }).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The record is in the journal before the response ends, but can be read only a moment later. */
async function logOf(remote: Remote, id: string): Promise<JsonObject | null> {
  const deadlineMs = Date.now() + LOG_TIMEOUT_MS
  for (;;) {
    try {
      return await remote.get(`/logs/${encodeURIComponent(id)}`)
    } catch (error) {
      const isNotLogged = error instanceof CommandError && error.report.why?.startsWith('404')
      if (!isNotLogged) throw error
      if (Date.now() > deadlineMs) return null
      await Bun.sleep(POLL_MS)
    }
  }
}

function shortOf(log: JsonObject): JsonObject {
  const { request: _request, response: _response, ...rest } = log
  return rest
}
