/** Reads the creation time from a UUIDv7: request ids, and trace ids that the gateway creates, have this format. */

const TIMED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Null if the id has another format. */
export function timeOfId(id: string): number | null {
  return TIMED_ID.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
}
