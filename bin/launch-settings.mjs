/** The switches Bun must have before the gateway starts, because it reads them only once. */

import { join } from 'node:path'

// Bun's own limit is 16 KiB; a config in a header may have 48 KiB.
const HEADER_BLOCK_BYTES = 65_536

/** The compiled binary carries it along. */
export const HEADER_BLOCK_SWITCH = `--max-http-header-size=${HEADER_BLOCK_BYTES}`

/** As cli/commands/gateway/run-gateway.ts has it, for the compiled binary. */
const SWITCHES = {
  // Bun runs 256 fetch calls at once and lets the rest wait silently; this is the most it takes.
  BUN_CONFIG_MAX_HTTP_REQUESTS: '65336',
  // Bun gives single free blocks back to the system while it runs, and takes them again a moment later: 12 us a request.
  MIMALLOC_PURGE_HOLES: '0',
}

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
  return { ...SWITCHES, ...environment }
}
