/** Schemas for provider settings, by where the value is used: header, hostname or path. */

import { z } from 'zod'

/** Sent in a header: printable ASCII. Cloud access tokens can be several kilobytes long. */
export function headerSetting(description: string) {
  return z
    .string()
    .regex(/^[\x20-\x7e]{1,8192}$/, 'expected 1 to 8192 printable ASCII characters')
    .optional()
    .describe(description)
}

/**
 * A label of a hostname. No allowed character ends the label, so a value cannot change the domain. URL parsers reject
 * labels such as `xn--`.
 */
const HOST_LABEL = /^(?!xn--)[a-z0-9-]{1,63}$/

export function hostLabelSetting(description: string) {
  return z.string().regex(HOST_LABEL, 'expected 1 to 63 of a-z, 0-9 and -').optional().describe(description)
}

/** A value cannot leave its path segment: no allowed character ends the segment, and no value is a dot segment. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

export function isSegment(value: unknown): value is string {
  return typeof value === 'string' && SEGMENT.test(value)
}

/** Used as one segment of a path. */
export function segmentSetting(description: string) {
  return z.string().regex(SEGMENT, 'expected 1 to 128 of A-Z, a-z, 0-9, ., _ and -').optional().describe(description)
}
