import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const SOURCE = join(import.meta.dir, '..')

/** Everything that `app.ts` imports, directly or through others. Dynamic imports are loaded later and do not count. */
function loadedAtStart(): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [join(SOURCE, 'app.ts')]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = relative(SOURCE, file)
    if (files.has(path)) continue
    files.add(path)
    if (!file.endsWith('.ts')) continue
    for (const { kind, path: imported } of transpiler.scanImports(readFileSync(file, 'utf8'))) {
      if (kind !== 'import-statement' || /^(node|bun):/.test(imported)) continue
      if (imported.startsWith('.')) waiting.push(join(dirname(file), imported))
      else packages.add(imported)
    }
  }
  return { files: [...files], packages: [...packages].sort() }
}

test('a gateway loads few packages at start', () => {
  expect(loadedAtStart().packages).toEqual(['kysely', 'lru-cache', 'zod'])
})

const ON_DEMAND = [
  'control/operations.ts',
  'gateway/sockets/open-socket.ts',
  'gateway/sockets/webrtc-call.ts',
  'guardrails/catalogue.ts',
  'guardrails/compile-guardrail.ts',
  'guardrails/injection/prompt-injection-check.ts',
  'guardrails/patterns/compile-text-pattern.ts',
  'guardrails/pii/pii-check.ts',
  'stores/sql/migrations/all-migrations.ts',
]

test('the control plane, sockets, checks of guardrails and migrations are loaded with their first use', () => {
  const { files } = loadedAtStart()
  expect(files).toContain('gateway/pipeline.ts')
  for (const file of ON_DEMAND) {
    expect(existsSync(join(SOURCE, file))).toBe(true)
    expect(files).not.toContain(file)
  }
})
