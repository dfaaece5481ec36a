/** The switches Bun must have before the gateway starts, because it reads them only once. */

import { join } from 'node:path'

// Bun's own limit is 16 KiB; a config in a header may have 48 KiB.
const HEADER_BLOCK_BYTES = 65_536

/** The compiled binary carries it along. */
export const HEADER_BLOCK_SWITCH = `--max-http-header-size=${HEADER_BLOCK_BYTES}`

// Bun runs 256 fetch calls at once and lets the rest wait silently; this is the most it takes.
const MOST_FETCHES = 65_336

/**
 * @param {string} projectFolder
 * @param {readonly string[]} args what the user typed after `gatehouse`
 * @returns {string[]}
 */
export function gatehouseArguments(projectFolder, args) {
  return [HEADER_BLOCK_SWITCH, join(projectFolder, 'server/src/main.ts'), ...args]
}

/** @param {NodeJS.ProcessEnv} environment */
export function gatehouseEnvironment(environment) {
  return { BUN_CONFIG_MAX_HTTP_REQUESTS: String(MOST_FETCHES), ...environment }
}
