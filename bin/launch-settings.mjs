/** Switches that Bun reads only at startup, so they must be set before the gateway starts. */

// Bun's default is 16 KiB; a config in a header may have 48 KiB.
const HEADER_BLOCK_BYTES = 65_536

/** Also compiled into the binary. */
export const HEADER_BLOCK_SWITCH = `--max-http-header-size=${HEADER_BLOCK_BYTES}`

/** The same as in cli/commands/gateway/run-gateway.ts, which sets them for the compiled binary. */
const SWITCHES = {
  // Bun runs at most 256 concurrent fetch calls by default and queues the rest; this is the maximum it accepts.
  BUN_CONFIG_MAX_HTTP_REQUESTS: '65336',
  // By default, mimalloc returns single free blocks to the system and requests them again, at 12 us per request.
  MIMALLOC_PURGE_HOLES: '0',
}

/**
 * @param {string} main the server's main file
 * @param {readonly string[]} args the arguments after `gatehouse`
 * @returns {string[]}
 */
export function gatehouseArguments(main, args) {
  return [HEADER_BLOCK_SWITCH, main, ...args]
}

/** @param {NodeJS.ProcessEnv} environment */
export function gatehouseEnvironment(environment) {
  return { ...SWITCHES, ...environment }
}
