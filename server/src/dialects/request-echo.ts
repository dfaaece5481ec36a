/** What an answer repeats of its request. */

export class RequestEcho {
  constructor(
    /** As the answer has them. They are written and never read, so another text may stand in for a large one. */
    readonly members: Record<string, unknown>,
    /** The names of the tools that take free text. */
    readonly customTools: readonly string[],
  ) {}
}
