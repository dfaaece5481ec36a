/**
 * The Terraform scenarios that fail, each with the reason. A scenario that is listed here must fail, and every other
 * must pass: delete a line as soon as its scenario passes.
 */

export const FAILURES: Readonly<Record<string, string>> = {}
