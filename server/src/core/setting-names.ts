/** Maps alternative spellings of setting names to the canonical one: camelCase, cloud vendor prefixes, bare names. */

const VENDOR_PREFIXES: readonly (readonly [vendor: string, canonical: string])[] = [
  ['azure_', 'cloud_a_'],
  ['vertex_', 'cloud_b_'],
  ['aws_', 'cloud_c_'],
]

const BARE_NAMES: ReadonlyMap<string, string> = new Map([
  ['resource_name', 'cloud_a_resource_name'],
  ['deployment_id', 'cloud_a_deployment_id'],
  ['api_version', 'cloud_a_api_version'],
  ['vertex_ai_llm_request_type', 'cloud_b_llm_request_type'],
  ['use_retry_after_header', 'use_retry_after_headers'],
])

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function camelCase(snake: string): string {
  return snake.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** `cloud_a_resource_name` is `azure_resource_name`; null if the name has no vendor prefix. */
export function vendorName(canonical: string): string | null {
  for (const [vendor, prefix] of VENDOR_PREFIXES)
    if (canonical.startsWith(prefix)) return vendor + canonical.slice(prefix.length)
  return null
}

/** `azureResourceName`, `azure_resource_name` and `resource_name` all become `cloud_a_resource_name`. */
export function canonicalName(name: string): string {
  const snake = snakeCase(name)
  const bare = BARE_NAMES.get(snake)
  if (bare !== undefined) return bare
  for (const [vendor, canonical] of VENDOR_PREFIXES)
    if (snake.startsWith(vendor)) return canonical + snake.slice(vendor.length)
  return snake
}
