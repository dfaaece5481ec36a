/** The members of a large request that its translated response repeats. The large ones become JSON texts. */

import type { JsonObject } from '../../core/body/json-text.ts'
import type { RequestEcho } from '../../dialects/request-echo.ts'
import type { Translation } from '../attempt/translation.ts'
import { isAtMost } from './body-facts.ts'
import type { Repeated } from './jobs.ts'

/** The main thread serializes members up to this size in each event that repeats them: three in a Responses stream. */
const MAX_MEMBER_SIZE = 16 * 1024

/** Members that responses of any format may need. */
const ALWAYS_REPEATED = ['model', 'encoding_format', 'stream', 'stream_options'] as const

export function repeatedMembers({ inbound }: Translation, params: JsonObject): Repeated {
  const request: JsonObject = {}
  for (const name of ALWAYS_REPEATED) {
    if (Object.hasOwn(params, name) && isAtMost(params[name], MAX_MEMBER_SIZE)) request[name] = params[name]
  }
  const echo = inbound?.echoOf(params)
  return { request, ...(echo && { echo: withPlaceholders(echo) }) }
}

function withPlaceholders({ members, foldedTools }: RequestEcho): NonNullable<Repeated['echo']> {
  // Random, so that no text of a provider can match a placeholder.
  const mark = crypto.randomUUID()
  const texts: Uint8Array[] = []
  const echoed: JsonObject = {}
  for (const [name, value] of Object.entries(members)) {
    if (isAtMost(value, MAX_MEMBER_SIZE)) echoed[name] = value
    else echoed[name] = `${mark}:${texts.push(Buffer.from(JSON.stringify(value))) - 1}`
  }
  return { members: echoed, foldedTools, mark, texts }
}
