/** Creates readable unique names (slugs) for saved resources: `pc-abc123-9f3a1c`. */

import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'

const PREFIXED_PART = 6
const BARE_PART = 16
const RANDOM_BYTES = 3

/**
 * `prefix` identifies the kind of resource (`pc`, `pp`, `ws`); virtual keys have none (null) and start with their name.
 * Six random hex digits make collisions unlikely; the unique index in the database prevents them.
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
  // A name without Latin letters or digits gets random digits instead.
  const part = words.join('').slice(0, PREFIXED_PART)
  return `${prefix}-${part === '' ? randomHex() : part}-${random}`
}

/** A slug that the caller sends, for example to restore an exported resource under the name that requests use. */
export const chosenSlug = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z, a-z, 0-9, _ and -')
  .optional()
  .describe('The identifier used in requests. Generated from the name if omitted.')

export function slugTaken(what: string, slug: string): GatewayError {
  return new GatewayError('conflict', {
    param: 'slug',
    message: `A ${what} with the slug ${slug} already exists.`,
    hint: 'Choose another slug, or omit it to generate one.',
  })
}

function randomHex(): string {
  return crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)).toHex()
}
