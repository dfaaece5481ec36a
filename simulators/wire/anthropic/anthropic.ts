/** Anthropic's API: https://docs.claude.com/en/api/overview. */

import { replyTo } from '../reply-content.ts'
import { refuseUnless, type WireProvider, type WireReply } from '../wire-server.ts'
import { readMessages } from './request.ts'
import { writeMessage } from './response.ts'

export const ANTHROPIC_KEY = 'sk-ant-of-the-simulator'

/** Accepted versions: https://docs.claude.com/en/api/versioning. The official client sends the second. */
const VERSIONS: ReadonlySet<string> = new Set(['2023-06-01', '2026-10-21'])

export const anthropicWire: WireProvider = {
  answer({ path, headers, json }) {
    refuseUnless(headers['x-api-key'] === ANTHROPIC_KEY, 'invalid x-api-key', 401)
    refuseUnless(headers['authorization'] === undefined, 'Two credentials were sent.')
    refuseUnless(VERSIONS.has(headers['anthropic-version'] ?? ''), 'anthropic-version: header is required')
    refuseUnless(path === '/v1/messages', 'Not found', 404)
    const asked = readMessages(json)
    return writeMessage(replyTo(asked), asked)
  },
  refuse: refuseAnthropic,
}

/** https://docs.claude.com/en/api/errors */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

export function refuseAnthropic(status: number, message: string): WireReply {
  const error = { type: TYPES[status] ?? 'api_error', message }
  return { status, json: { type: 'error', error, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' } }
}
