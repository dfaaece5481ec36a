/** Names for saved things that people can read and type: `pc-abc123-9f3a1c` (contract 4.0). */

import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'

const PREFIXED_PART = 6
const BARE_PART = 16
const RANDOM_BYTES = 3

/**
 * `prefix` is what marks the resource (`pc`, `pp`, `ws`); null for virtual keys, whose slugs begin with the name itself.
 * Six random digits make two of the same name differ; the unique index is what guarantees it.
 */
export function newSlug(prefix: string | null, name: string): string {
  const random = randomHex()
  const words = name
    .slice(0, 256)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  if (prefix === null) {
    const part = words.join('-').slice(0, BARE_PART).replace(/-$/, '')
    return `${part === '' ? 'key' : part}-${random}`
  }
  // A name without a single Latin letter still gets a slug of the same shape.
  const part = words.join('').slice(0, PREFIXED_PART)
  return `${prefix}-${part === '' ? randomHex() : part}-${random}`
}

/** Chosen by the caller: what comes back from an export must keep the name that requests use. */
export const chosenSlug = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z, a-z, 0-9, _ and -')
  .optional()
  .describe('What requests name it by; made from the name when absent.')

export function slugTaken(what: string, slug: string): GatewayError {
  return new GatewayError('conflict', {
    param: 'slug',
    message: `A ${what} ${slug} exists already.`,
    hint: 'Choose another slug, or leave it out to get a new one.',
  })
}

function randomHex(): string {
  return crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)).toHex()
}
