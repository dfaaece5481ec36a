/** Parses the JSON body of a request. Refuses bodies over the limits, invalid JSON, and duplicates of members that we act on. */

import { countMembers, type JsonObject, MAX_DEPTH, membersOf, parseObject } from '../../core/body/json-text.ts'
import { GatewayError } from '../../core/errors.ts'

/** Members that we act on. If one is sent twice, we and the provider might use different ones. */
export const ACTED_ON: ReadonlySet<string> = new Set([
  'model',
  'models',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens_to_sample',
  'generationConfig',
  'generation_config',
  'inferenceConfig',
  'n',
  'best_of',
  'service_tier',
  'serviceTier',
  'speed',
  'background',
])

const COMMA = 0x2c

/** Parsing time grows with the members, not the bytes: an image is one long string, a hostile body is all commas. */
const MAX_MEMBERS = 1_000_000

/** Throws if the body is refused. `actedOn`: the members that may not appear twice. */
export function readJson(
  bytes: Uint8Array,
  actedOn = ACTED_ON,
  maxValues: number = Number.POSITIVE_INFINITY,
): JsonObject {
  checkMemberCount(bytes)
  const memberCount = countMembers(bytes, MAX_DEPTH, maxValues)
  if (memberCount === null) {
    throw new GatewayError('invalid_body', {
      param: 'body',
      message: `The request body nests deeper than ${MAX_DEPTH} levels${Number.isFinite(maxValues) ? `, or has more than ${maxValues} values` : ''}.`,
    })
  }
  const params = parseObject(bytes)
  if (typeof params === 'string') {
    throw new GatewayError('invalid_json', {
      param: 'body',
      message: `The request body is not a JSON object: ${params}.`,
    })
  }
  // The parser drops duplicates, so fewer members are left than were written.
  if (memberCount > Object.keys(params).length) refuseDuplicates(bytes, actedOn)
  return params
}

/**
 * For bodies that are forwarded as they are, valid or not. Null if there are no parameters to read, or if a member that
 * we act on appears twice: the model and the cost are then unknown, so a limit refuses the request.
 */
export function readIfJson(bytes: Uint8Array): JsonObject | null {
  const memberCount = countMembers(bytes, MAX_DEPTH)
  if (memberCount === null) return null
  const params = parseObject(bytes)
  if (typeof params === 'string') return null
  return memberCount > Object.keys(params).length && duplicateIn(bytes, ACTED_ON) !== null ? null : params
}

function refuseDuplicates(bytes: Uint8Array, actedOn: ReadonlySet<string>): void {
  const key = duplicateIn(bytes, actedOn)
  if (key === null) return
  throw new GatewayError('duplicate_member', {
    param: key,
    message: `The request body contains "${key}" more than once.`,
  })
}

function duplicateIn(bytes: Uint8Array, actedOn: ReadonlySet<string>): string | null {
  const seen = new Set<string>()
  for (const { key } of membersOf(bytes)) {
    if (!actedOn.has(key)) continue
    if (seen.has(key)) return key
    seen.add(key)
  }
  return null
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
