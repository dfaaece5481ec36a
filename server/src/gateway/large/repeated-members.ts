/** The members of a large request that its translated answer repeats: the large ones as their JSON texts. */

import type { JsonObject } from '../../core/body/json-text.ts'
import type { RequestEcho } from '../../dialects/request-echo.ts'
import type { Translation } from '../attempt/translation.ts'
import { isUpTo } from './body-facts.ts'
import type { Repeated } from './jobs.ts'

/** What the main thread writes anew into each event that has it; three events of a Responses stream do. */
const MAX_MEMBER_SIZE = 16 * 1024

/** Read by the answers of embeddings. */
const OF_ANY_ANSWER = ['model', 'encoding_format', 'stream', 'stream_options'] as const

export function repeatedMembers({ inbound }: Translation, params: JsonObject): Repeated {
  const request: JsonObject = {}
  for (const name of OF_ANY_ANSWER) {
    if (Object.hasOwn(params, name) && isUpTo(params[name], MAX_MEMBER_SIZE)) request[name] = params[name]
  }
  const echo = inbound?.echoOf(params)
  return { request, ...(echo && { echo: withStandIns(echo) }) }
}

function withStandIns({ members, customTools }: RequestEcho): NonNullable<Repeated['echo']> {
  // Nobody else knows it, so no text of a provider can pass for a stand-in.
  const mark = crypto.randomUUID()
  const texts: Uint8Array[] = []
  const standing: JsonObject = {}
  for (const [name, value] of Object.entries(members)) {
    if (isUpTo(value, MAX_MEMBER_SIZE)) standing[name] = value
    else standing[name] = `${mark}:${texts.push(Buffer.from(JSON.stringify(value))) - 1}`
  }
  return { members: standing, customTools, mark, texts }
}
