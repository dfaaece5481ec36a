/** Settings of cross-origin requests (CORS). */

import type { ReadText, Refuse } from './readers.ts'

export type CorsSettings = {
  /** Exact origins in the form browsers send; empty: no cross-origin access. */
  readonly corsOrigins: readonly string[]
}

export const CORS_ENVIRONMENT = [
  [
    'GATEWAY_CORS_ORIGINS',
    'none',
    'Origins of web pages that may call the gateway, such as https://app.example.com; comma-separated. Never applies to the admin API.',
  ],
] as const

export function readCors(text: ReadText, refuse: Refuse): CorsSettings {
  const entries = (text('GATEWAY_CORS_ORIGINS') ?? '').split(',').map((entry) => entry.trim())
  return { corsOrigins: [...new Set(entries.filter((entry) => entry !== '').map((entry) => origin(entry, refuse)))] }
}

/** Normalises an origin to the form browsers send, because origins are compared as strings. */
function origin(entry: string, refuse: Refuse): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._:[\]-]+\/?$/i.test(entry) && URL.canParse(entry)) {
    const { protocol, host, origin: known } = new URL(entry)
    // URL.origin is "null" for schemes other than the web's, such as those of apps and extensions.
    return known === 'null' ? `${protocol}//${host}`.toLowerCase() : known
  }
  return refuse(
    `GATEWAY_CORS_ORIGINS: "${entry}" is not an origin such as https://app.example.com. List each origin; * is not allowed, because any page could then use a leaked key.`,
  )
}
