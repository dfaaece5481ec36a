/** The command that runs Gatehouse in tests: the executable that the test run has built, or else the sources. */

import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')

/** The executable starts in half the time of the sources. `npm test` builds it once for all files. */
export function programCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): readonly string[] {
  const executable = process.env['GATEHOUSE_TEST_EXECUTABLE']
  // Only Bun itself loads the modules that BUN_OPTIONS names.
  if (executable !== undefined && environment['BUN_OPTIONS'] === undefined) return [executable, ...words]
  // The binary that runs this test: node_modules/.bin/bun works only where npm ran install scripts.
  return [process.execPath, '--max-http-header-size=65536', join(ROOT, 'server/src/main.ts'), ...words]
}
