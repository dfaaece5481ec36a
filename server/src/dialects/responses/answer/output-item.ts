/** One item of a response's `output` while it grows: what every kind of item has in common. */

import type { JsonObject } from '../../dialect.ts'

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

/** Says one event; the empty text where nobody listens (a whole answer). */
export type Emit = (type: string, members: JsonObject) => string

export interface OutputItem {
  /** The item as far as it has come. */
  item(): JsonObject
  /** The events that end it; nothing when it has ended. */
  close(status: ItemStatus): string
}

/** A call that grows by pieces of its arguments. */
export interface CallOutput extends OutputItem {
  readonly callId: string
  readonly name: string
  open(): string
  addArguments(delta: string): string
}

export function newId(prefix: 'resp' | 'msg' | 'rs' | 'fc' | 'ctc' | 'ig'): string {
  return `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`
}
