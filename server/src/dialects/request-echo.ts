/** The members of a request that its response repeats. */

export class RequestEcho {
  constructor(
    /** In the form of the response. Nothing reads them before they are sent, so a placeholder can replace a large one. */
    readonly members: Record<string, unknown>,
    /** The names of the tools that take free text. */
    readonly customTools: readonly string[],
  ) {}
}
