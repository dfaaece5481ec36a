/**
 * `node:crypto` for worker threads that encrypt only if a setting says so: each thread loads it again, which takes 10 ms
 * of its start.
 */
export function nodeCrypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto')
}
