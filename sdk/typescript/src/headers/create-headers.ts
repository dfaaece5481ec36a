/** Converts options to headers, for this client and others: the official OpenAI, Anthropic and Vercel packages. */

import { type KnownOptions, OPTION_HEADERS } from '../generated/options.ts'
import { headerName, squashed } from './header-name.ts'
import { type HeaderValue, headerValue, nameList } from './header-value.ts'
import { unknownOption } from './unknown-option.ts'

/** Options of a request. Names starting with x are custom headers; any other unknown name is a TypeError. */
export interface GatewayOptions extends KnownOptions {
  /** The provider's credential; `Bearer ` is added if no scheme is given. */
  authorization?: string | null | undefined
  /** `xMyCustomHeader` is sent as `x-my-custom-header`. */
  [custom: `x${string}`]: HeaderValue | null | undefined
}

/** Options for the client only; not sent to the gateway. */
export const CLIENT_OPTIONS: readonly string[] = ['signal', 'timeout', 'maxRetries', 'headers', 'baseURL', 'fetch']

const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.entries(OPTION_HEADERS).map(([option, header]) => [squashed(option), header]),
)

/**
 * Headers to give to another client:
 *
 * ```ts
 * new OpenAI({ baseURL, apiKey: 'unused', defaultHeaders: createHeaders({ apiKey: '...', virtualKey: 'openai-main' }) })
 * ```
 *
 * `null` and `undefined` are left out; `0` and `false` are values.
 */
export function createHeaders(options: GatewayOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [option, value] of Object.entries(options as Record<string, HeaderValue | null | undefined>)) {
    if (value === null || value === undefined) continue
    const header = optionHeader(option)
    headers[header] = textOf(option, header, value)
  }
  return headers
}

/** The header of an option: a known one, or a custom one. */
export function optionHeader(option: string): string {
  const known = KNOWN.get(squashed(option))
  if (known !== undefined) return known
  const name = headerName(option)
  if (name === 'authorization' || name.startsWith('x')) return name
  throw unknownOption(option, [...Object.keys(OPTION_HEADERS), ...CLIENT_OPTIONS])
}

function textOf(option: string, header: string, value: HeaderValue): string {
  if (header === OPTION_HEADERS.forwardHeaders && (typeof value === 'string' || Array.isArray(value)))
    return headerValue(option, nameList(value, headerName))
  const text = headerValue(option, value)
  return header === 'authorization' && !text.includes(' ') ? `Bearer ${text}` : text
}
