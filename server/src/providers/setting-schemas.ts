/** The kinds of text a provider setting may be; each kind knows where its value may safely be put. */

import { z } from 'zod'

/** Goes into a header: printable ASCII; access tokens of the clouds take some kilobytes. */
export function headerSetting(description: string) {
  return z
    .string()
    .regex(/^[\x20-\x7e]{1,8192}$/, 'expected 1 to 8192 printable ASCII characters')
    .optional()
    .describe(description)
}

/** Becomes a label of a host name: nothing in it can end the label. */
const HOST_LABEL = /^[a-z0-9-]{1,63}$/

export function hostLabelSetting(description: string) {
  return z.string().regex(HOST_LABEL, 'expected 1 to 63 of a-z, 0-9 and -').optional().describe(description)
}

/** Becomes one segment of a path. */
export function segmentSetting(description: string) {
  return z
    .string()
    .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/, 'expected 1 to 128 of A-Z, a-z, 0-9, ., _ and -')
    .optional()
    .describe(description)
}
