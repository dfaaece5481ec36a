/** Parameters that the remote checks share: URL, headers, timeout. */

import { z } from 'zod'
import { readCustomHeaders } from '../../core/custom-headers.ts'
import type { HeaderMap } from '../../core/headers.ts'
import { isSecretUrl } from '../../core/secret-names.ts'
import { flag, text } from '../checks/parameter-schemas.ts'

const MAX_URL = 2_048
export const DEFAULT_TIMEOUT_MS = 3_000
/** The gateway ends every remote check after this time. */
const MAX_TIMEOUT_MS = 60_000

export const serviceUrl = text(MAX_URL).refine(isServiceUrl, {
  error: 'must be an http or https URL without user, password and fragment',
})

function isServiceUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:\/\//i.test(text) || /\s/.test(text)) return false
  return url.username === '' && url.password === '' && url.hash === '' && url.hostname !== ''
}

/** An object, or its JSON text, which is how Portkey's dashboard saves it. An empty string means no headers. */
export const serviceHeaders = z
  .union([z.string().max(64 * 1024), z.record(z.string(), z.string())], {
    error: 'an object of header names and values, or the same as JSON text',
  })
  .nullish()
  .transform((given, context): HeaderMap => {
    if (given === undefined || given === null || given === '') return {}
    const headers = readCustomHeaders(given)
    if (typeof headers !== 'string') return headers
    context.addIssue({ code: 'custom', message: headers })
    return z.NEVER
  })

export const timeoutMs = range(1, MAX_TIMEOUT_MS)

export const failOnError = flag
  .optional()
  .describe('Whether an error fails the check. Default: as the guardrail decides.')

/** The slug of a virtual key. */
export const virtualKey = text(128).describe(
  'Slug of a virtual key of the workspace. In a guardrail of the organisation: slug of an integration of the organisation.',
)

export function range(minimum: number, maximum: number) {
  const form = `a number from ${minimum} to ${maximum}`
  return z.number({ error: form }).min(minimum, { error: form }).max(maximum, { error: form })
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: values.map((value) => `"${value}"`).join(' or ') })
}

/** True if there are headers or the URL contains a token. They must not be sent in clear text over the internet. */
export function carriesSecret(url: string, headers: HeaderMap): boolean {
  return isSecretUrl(url) || Object.keys(headers).length > 0
}

/** Adds the headers that the gateway sets itself. The given headers cannot replace them. */
export function jsonHeaders(given: HeaderMap): HeaderMap {
  return {
    ...given,
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'gatehouse',
  }
}
