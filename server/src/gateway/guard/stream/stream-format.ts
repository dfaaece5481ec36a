/** How the events of a caller's stream format carry text. */

import type { JsonObject } from '../../../core/body/json-text.ts'
import type { EndpointName } from '../../../core/endpoints.ts'
import type { TextPart } from '../../../guardrails/check.ts'
import type { EventSplitter } from './event-blocks.ts'

export type TextKind = Extract<TextPart['kind'], 'text' | 'reasoning' | 'tool_arguments'>

/** A text in an event. */
export type Slot = {
  /** The path that its text has in the whole response, such as `choices[0].message.content`. */
  readonly path: string
  readonly kind: TextKind
  /** True if the text is JSON, which is checked once it is complete, by its decoded strings. */
  readonly isJson?: boolean
  /** The id of a tool call that begins here. Some providers use the same index for all calls. */
  readonly callId?: string
  /**
   * `delta`: continues the text of its path. `whole`: is complete, and repeats nothing. `repeat`: repeats the whole
   * text of its path. `echo`: repeats the request, so it is not checked, but its placeholders are restored.
   */
  readonly mode: 'delta' | 'whole' | 'repeat' | 'echo'
  readonly text: string
  /** Writes a changed text into the event. */
  readonly set: (text: string) => void
}

export type EventTexts = {
  /** In the order in which a client reads them. */
  readonly slots: readonly Slot[]
  /** The texts whose paths begin with one of these end with this event. */
  readonly ends: readonly string[]
  /** Set if the event repeats the text so far, which may end in the middle of a finding. Removes the repeated text. */
  readonly dropRepeated?: () => void
}

/** A text of the response, by its path. */
export type ResponseText = { readonly kind: TextKind; readonly isJson: boolean; readonly text: string }

export interface StreamFormat {
  /** The endpoint whose responses have this format. */
  readonly endpoint: EndpointName
  /** True if some events repeat the texts of earlier ones. */
  readonly repeats: boolean
  splitter(): EventSplitter
  read(name: string, data: JsonObject): EventTexts
  /** True if JSON texts are values in a whole response, not strings. */
  readonly hasJsonValues: boolean
  /** Members whose values are kept as source text, see raw-values.ts. */
  readonly rawMembers: ReadonlySet<string>
  /** Adds what a whole response has besides the texts. */
  complete(body: JsonObject): void
  /** An event that carries `hook_results`. */
  hookResults(results: JsonObject): Uint8Array
}

/** Ends the texts of every path. */
export const ALL: readonly string[] = ['']
export const NONE: readonly string[] = []
