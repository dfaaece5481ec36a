/** A config target that points to a simulator. */

export function at<More extends object = object>(upstream: { readonly url: string }, more?: More) {
  return { provider: 'openai-compatible', custom_host: `${upstream.url}/v1`, api_key: 'sk-sim', ...more }
}

/** The headers of a request that goes to a simulator. */
export function under(upstream: { readonly url: string }, more: Readonly<Record<string, string>> = {}) {
  return { 'x-gateway-config': JSON.stringify(at(upstream)), ...more }
}
