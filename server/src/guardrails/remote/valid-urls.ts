/** The check `default.validUrls`: the hosts of all URLs in the text resolve, or the URLs themselves respond. */

import { z } from 'zod'
import type { CheckServices, RemoteCheck } from '../check.ts'
import { flag, not } from '../checks/parameter-schemas.ts'
import { CheckError } from './check-error.ts'
import { withDeadline } from './deadline.ts'
import { failOnError, timeoutMs } from './service-parameters.ts'

/** A URL ends at the same characters as in Portkey. */
const URLS = /https?:\/\/[^\s,"'{}[\]]+/g
const MAX_URLS = 50
const MAX_URL_CHARACTERS = 2_048
const AT_ONCE = 10
const TIMEOUT_MS = 10_000
/** These statuses mean that the server exists but does not support HEAD. */
const NO_HEAD: ReadonlySet<number> = new Set([405, 501])

export const validUrlsParameters = z.strictObject({
  onlyDNS: flag.default(false).describe('Only resolve the hosts, without requests to them.'),
  not: not.describe('Pass if a URL is not valid.'),
  timeout: timeoutMs.default(TIMEOUT_MS).describe('Milliseconds for all URLs together.'),
  failOnError,
})

export function compileValidUrls(id: string, parameters: z.output<typeof validUrlsParameters>): RemoteCheck {
  const { onlyDNS, timeout } = parameters
  return {
    kind: 'remote',
    id,
    messages: 'last',
    requiresOutput: true,
    ...(parameters.failOnError !== undefined && { failOnError: parameters.failOnError }),
    async run(input, services, signal) {
      const urls = urlsIn(input.parts.map(({ text }) => text))
      const validationMethod = onlyDNS ? 'DNS lookup' : 'HTTP request'
      // As in Portkey, a text without URLs fails, even with `not`.
      if (urls.length === 0) return { verdict: false, data: { explanation: 'The text has no URL.', validationMethod } }
      const valid = await withDeadline('The hosts of the URLs', timeout, signal, (end) =>
        countValid(urls, onlyDNS, services, end),
      )
      const areAllValid = valid === urls.length
      return { verdict: areAllValid !== parameters.not, data: { urls: urls.length, valid, validationMethod } }
    },
  }
}

function urlsIn(texts: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const text of texts) {
    for (const [url] of text.matchAll(URLS)) {
      found.add(url)
      if (found.size > MAX_URLS) throw new CheckError(`The text has more than ${MAX_URLS} URLs.`)
    }
  }
  return [...found]
}

async function countValid(
  urls: readonly string[],
  onlyDNS: boolean,
  services: CheckServices,
  signal: AbortSignal,
): Promise<number> {
  let valid = 0
  for (let start = 0; start < urls.length; start += AT_ONCE) {
    const some = urls.slice(start, start + AT_ONCE)
    const results = await Promise.all(some.map((url) => isValid(url, onlyDNS, services, signal)))
    valid += results.filter(Boolean).length
  }
  return valid
}

async function isValid(text: string, onlyDNS: boolean, services: CheckServices, signal: AbortSignal): Promise<boolean> {
  const url = text.length <= MAX_URL_CHARACTERS ? URL.parse(text) : null
  // A URL with credentials counts as invalid and is not requested.
  if (url === null || `${url.username}${url.password}` !== '') return false
  if (onlyDNS) return services.resolves(url.hostname, signal)
  const request = {
    method: 'HEAD',
    url: `${url.origin}${url.pathname}${url.search}`,
    headers: { 'user-agent': 'gatehouse', 'accept-encoding': 'identity' },
    body: null,
    // The URL comes from untrusted text, so private addresses are denied.
    isTrusted: false,
    hasSecret: false,
  } as const
  try {
    const { status } = await services.fetch(request, signal)
    return (status >= 200 && status < 400) || NO_HEAD.has(status)
  } catch {
    if (signal.aborted) throw signal.reason
    return false
  }
}
