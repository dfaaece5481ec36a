/** Normalises the names of models for comparison, so that a disabled model cannot be used under another spelling. */

/**
 * `publishers/google/models/x` means `x`. So does the same path below a project and location, and an ARN that ends in
 * `/x`.
 */
const RESOURCE = /^(?:arn:.*\/|(?:[^/]+\/)*models\/)/
/** Inference profiles of Bedrock: the same model, routed between regions. */
const PROFILE = /^(?:us-gov|us|eu|apac|global|jp|au|ca|sa|me|af)\.(?=[a-z0-9-]+\.)/
/** A dated snapshot: `-2024-08-06`, `-20241022`, `@20241022`. */
const SNAPSHOT = /[-@]\d{4}-?\d{2}-?\d{2}$/
const MAX_NAME = 512
/** Tags such as `:free` and `:0:200k`. */
const MAX_TAGS = 4

/** The name for comparison: lower case, without surrounding spaces, resource path and region of a profile. */
export function foldModel(name: string): string {
  return name.slice(0, MAX_NAME).trim().toLowerCase().replace(RESOURCE, '').replace(PROFILE, '')
}

/** The folded name, and the names of the models that it is a tagged or dated variant of. */
export function variantOf(name: string): readonly string[] {
  let rest = foldModel(name)
  const names = [rest]
  for (let tags = 0; tags < MAX_TAGS; tags++) {
    const colon = rest.lastIndexOf(':')
    if (colon < 1) break
    rest = rest.slice(0, colon)
    names.push(rest)
  }
  return names.flatMap((one) => (SNAPSHOT.test(one) ? [one, one.replace(SNAPSHOT, '')] : [one]))
}
