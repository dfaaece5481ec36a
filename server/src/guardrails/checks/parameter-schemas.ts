/** Shared parts of the parameter schemas of checks. Each `error` describes the expected value. */

import { z } from 'zod'

export const flag = z.boolean({ error: 'true or false' })
export const not = flag.default(false).describe('Inverts the verdict.')
export const operator = z.enum(['any', 'all', 'none'], { error: '"any", "all" or "none"' })

export const text = (maximum: number) => {
  const form = `a string of 1 to ${maximum} characters`
  return z.string({ error: form }).min(1, { error: form }).max(maximum, { error: form })
}

export const texts = (most: number, maximum: number) => {
  const form = `a list of 1 to ${most} strings`
  return z.array(text(maximum), { error: form }).min(1, { error: form }).max(most, { error: form })
}

export const count = z.int({ error: 'an integer' }).min(0, { error: 'an integer of 0 or more' })

/** Parses a JSON text. Returns any other value unchanged. */
export function parsedText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A JSON object, or its text, which is how forms send it. */
export const jsonObject = z.preprocess(parsedText, z.record(z.string(), z.unknown(), { error: 'a JSON object' }))
