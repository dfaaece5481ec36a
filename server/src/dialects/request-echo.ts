/** The members of a request that its response repeats. */

/** A tool whose calls look different in the response than in chat, such as a shell or a tool in a namespace. */
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
    /** As the response repeats them. No code reads their values, so a placeholder can replace a large value. */
    readonly members: Record<string, unknown>,
    readonly foldedTools: readonly FoldedTool[],
  ) {}
}
