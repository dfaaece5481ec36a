/** Reads the response of another service. Anything but a successful JSON response is an error of the check. */

import { isDeeperThan, type JsonObject, MAX_DEPTH, parseObject } from '../../core/body/json-text.ts'
import type { ServiceResponse } from '../check.ts'
import { CheckError } from './check-error.ts'

/** `what` starts the messages, such as "The webhook". */
export function requireSuccess(what: string, { status, headers, body }: ServiceResponse): void {
  if (status >= 300 && status < 400)
    throw new CheckError(`${what} returned HTTP ${status}. Redirects are not followed.`)
  if (status < 200 || status > 299) throw new CheckError(`${what} returned HTTP ${status}${codeIn(body)}.`)
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new CheckError(`${what} returned a compressed response, although the request does not accept one.`)
}

export function readJsonObject(what: string, response: ServiceResponse): JsonObject {
  requireSuccess(what, response)
  const { body } = response
  if (isDeeperThan(body, MAX_DEPTH)) throw new CheckError(`${what} returned JSON with more than ${MAX_DEPTH} levels.`)
  const value = parseObject(body)
  // The message of the parser is not used, because it can quote the body.
  if (typeof value === 'string') throw new CheckError(`${what} returned a body that is not a JSON object.`)
  return value
}

export function readJsonArray(what: string, response: ServiceResponse): readonly unknown[] {
  requireSuccess(what, response)
  const { body } = response
  let value: unknown = null
  if (!isDeeperThan(body, MAX_DEPTH)) {
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    } catch {
      // Reported below.
    }
  }
  if (!Array.isArray(value)) throw new CheckError(`${what} returned a body that is not a JSON array.`)
  return value
}

/** The code of a gateway error. Messages are left out, because a provider's message can quote the request. */
function codeIn(body: Uint8Array): string {
  const start = new TextDecoder().decode(body.subarray(0, 2_048))
  const code = /"code"\s*:\s*"([a-z_]{1,64})"/.exec(start)?.[1]
  return code === undefined ? '' : ` (${code})`
}
