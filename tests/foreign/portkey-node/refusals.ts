/**
 * The calls of the portkey-ai package that the gateway refuses, each with the reason. A call that is listed here must
 * fail, and every other call must succeed: delete a line as soon as its call works.
 */

export const REFUSED: Readonly<Record<string, string>> = {
  'collections.delete (with prompts)': 'a collection that holds prompts is not deleted',
}

/** Whole features. */
export const REFUSED_FEATURES: Readonly<Record<string, string>> = {
  'mcpIntegrations.': 'the gateway has no MCP',
  'mcpServers.': 'the gateway has no MCP',
}

export function whyRefused(name: string): string | null {
  const feature = Object.keys(REFUSED_FEATURES).find((prefix) => name.startsWith(prefix))
  return REFUSED[name] ?? (feature === undefined ? null : (REFUSED_FEATURES[feature] ?? null))
}
