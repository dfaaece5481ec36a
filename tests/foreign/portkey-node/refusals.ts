/**
 * The calls of the portkey-ai package that the gateway refuses, each with the reason. A call that is listed here must
 * fail, and every other call must succeed: delete a line as soon as its call works.
 */

export const REFUSED: Readonly<Record<string, string>> = {
  'virtualKeys.create (Azure, deploymentConfig)': 'not accepted yet',
  'integrations.create (Bedrock configurations)': 'not accepted yet',
  'generations.create': 'the client doubles /v1 in the path of this deprecated method',
  'collections.delete (with prompts)': 'a collection that holds prompts is not deleted',
  'batches.output': 'not accepted yet',
  'feedback.create (list with traceID)': 'the client translates no names inside a list',
  'feedback.update (feedbackId)': 'the client reads feedbackID and sends the path /feedback/undefined',
}

/** Whole features. */
export const REFUSED_FEATURES: Readonly<Record<string, string>> = {
  'guardrails.': 'the gateway has no guardrails',
  'mcpIntegrations.': 'the gateway has no MCP',
  'mcpServers.': 'the gateway has no MCP',
}

export function whyRefused(name: string): string | null {
  const feature = Object.keys(REFUSED_FEATURES).find((prefix) => name.startsWith(prefix))
  return REFUSED[name] ?? (feature === undefined ? null : (REFUSED_FEATURES[feature] ?? null))
}
