/** Reads the JSON body of a request: within its limits, valid, and without two members of a name we act on. */

import {
  countMembers,
  isDeeperThan,
  type JsonObject,
  MAX_DEPTH,
  membersOf,
  parseObject,
} from '../../core/body/json-text.ts'
import { GatewayError } from '../../core/errors.ts'

/** Members we act on: sent twice, we and the provider might each believe another one. */
const ACTED_ON: ReadonlySet<string> = new Set(['model', 'stream', 'stream_options', 'max_tokens', 'n'])

const COMMA = 0x2c

/** Parsing takes time by the member, not by the byte: an image is one long string, a hostile body is all commas. */
const MAX_MEMBERS = 1_000_000

/** Throws when the body is refused. */
export function readJson(bytes: Uint8Array): JsonObject {
  checkMemberCount(bytes)
  const memberCount = countMembers(bytes, MAX_DEPTH)
  if (memberCount === null) {
    throw new GatewayError('invalid_body', {
      param: 'body',
      message: `The request body nests deeper than ${MAX_DEPTH} levels.`,
    })
  }
  const params = parseObject(bytes)
  if (typeof params === 'string') {
    throw new GatewayError('invalid_json', {
      param: 'body',
      message: `The request body is not a JSON object: ${params}.`,
    })
  }
  // The parser keeps one of two members with the same name, so fewer of them are left than were written.
  if (memberCount > Object.keys(params).length) refuseDuplicates(bytes)
  return params
}

/** For bodies that are forwarded as given, valid or not; null when there are no parameters to read. */
export function readIfJson(bytes: Uint8Array): JsonObject | null {
  if (isDeeperThan(bytes, MAX_DEPTH)) return null
  const params = parseObject(bytes)
  return typeof params === 'string' ? null : params
}

function refuseDuplicates(bytes: Uint8Array): void {
  const seen = new Set<string>()
  for (const { key } of membersOf(bytes)) {
    if (!ACTED_ON.has(key)) continue
    if (seen.has(key)) {
      throw new GatewayError('duplicate_member', { param: key, message: `The request body names "${key}" twice.` })
    }
    seen.add(key)
  }
}

function checkMemberCount(bytes: Uint8Array): void {
  if (bytes.length <= MAX_MEMBERS) return
  let count = 0
  for (let i = bytes.indexOf(COMMA); i >= 0; i = bytes.indexOf(COMMA, i + 1)) {
    if (++count <= MAX_MEMBERS) continue
    throw new GatewayError('invalid_body', {
      param: 'body',
      message: `The request body has more than ${MAX_MEMBERS} members.`,
    })
  }
}
