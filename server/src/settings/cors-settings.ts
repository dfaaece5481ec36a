/** Settings of pages that may call the gateway from a browser. */

export type CorsSettings = {
  /** Exact origins, as browsers write them; empty: no page of another origin may read an answer. */
  readonly corsOrigins: readonly string[]
}

export const CORS_ENVIRONMENT = [
  [
    'GATEWAY_CORS_ORIGINS',
    'none',
    'Origins of pages that may send requests from a browser, such as https://app.example.com; comma list. Never the admin API.',
  ],
] as const

type Text = (name: string) => string | null
type Refuse = (message: string) => never

export function readCors(text: Text, refuse: Refuse): CorsSettings {
  const entries = (text('GATEWAY_CORS_ORIGINS') ?? '').split(',').map((entry) => entry.trim())
  return { corsOrigins: [...new Set(entries.filter((entry) => entry !== '').map((entry) => origin(entry, refuse)))] }
}

/** Browsers compare letter by letter, so the entry is written as they write it. */
function origin(entry: string, refuse: Refuse): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._:[\]-]+\/?$/i.test(entry) && URL.canParse(entry)) {
    const { protocol, host, origin: known } = new URL(entry)
    // Only the web's schemes have an origin by the standard's words; apps and extensions use their own.
    return known === 'null' ? `${protocol}//${host}`.toLowerCase() : known
  }
  return refuse(
    `GATEWAY_CORS_ORIGINS: "${entry}" is no origin such as https://app.example.com. Name each one; * is not taken, since any page could then use a key it got hold of.`,
  )
}
