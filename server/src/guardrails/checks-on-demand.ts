/**
 * The catalogue of checks and their compilers, loaded with the first guardrail. A gateway without guardrails starts
 * 0.1 s earlier and uses 15 MiB less.
 */

type Checks = typeof import('./catalogue.ts') &
  typeof import('./compile-guardrail.ts') &
  typeof import('./patterns/compile-text-pattern.ts')

let loaded: Checks | null = null

/** Call before a request compiles a guardrail. Loads in several steps, so that other requests run between them. */
export async function loadChecks(): Promise<void> {
  if (loaded !== null) return
  await import('./checks/describe-checks.ts')
  await import('./remote/describe-remote-checks.ts')
  await import('./injection/prompt-injection-check.ts')
  await import('./pii/pii-check.ts')
  await import('./compile-guardrail.ts')
  loadedChecks()
}

/** Returns the checks. Loads them synchronously if `loadChecks` has not finished. */
export function loadedChecks(): Checks {
  loaded ??= {
    ...(import.meta.require('./catalogue.ts') as typeof import('./catalogue.ts')),
    ...(import.meta.require('./compile-guardrail.ts') as typeof import('./compile-guardrail.ts')),
    ...(import.meta.require(
      './patterns/compile-text-pattern.ts',
    ) as typeof import('./patterns/compile-text-pattern.ts')),
  }
  return loaded
}
