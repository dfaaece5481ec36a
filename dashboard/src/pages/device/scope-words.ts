/** Scopes of a device as short lines: `logs: list, view`. */

const SENDS_REQUESTS = 'completions.write'

export function scopeWords(scopes: readonly string[]): readonly string[] {
  const others = Map.groupBy(
    scopes.filter((scope) => scope !== SENDS_REQUESTS),
    (scope) => scope.slice(0, scope.indexOf('.')),
  )
  const lines = [...others].map(([resource, own]) => {
    const verbs = own.map((scope) => scope.slice(scope.indexOf('.') + 1))
    return `${resource.replaceAll('_', ' ')}: ${verbs.join(', ')}`
  })
  return scopes.includes(SENDS_REQUESTS) ? ['Send requests to providers', ...lines] : lines
}
