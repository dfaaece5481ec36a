/** The members of a request that its response repeats. */

/** A tool whose calls have another form in the response than in chat. */
export type FoldedTool = {
  /** The name of the chat function. */
  readonly chatName: string
  readonly kind: 'function' | 'custom' | 'local_shell' | 'shell' | 'apply_patch' | 'tool_search'
  /** The caller's name of the tool. */
  readonly name: string
  readonly namespace: string | null
}

export class RequestEcho {
  constructor(
    /** In the form of the response. Nothing reads them before they are sent, so a placeholder can replace a large one. */
    readonly members: Record<string, unknown>,
    readonly foldedTools: readonly FoldedTool[],
  ) {}
}
