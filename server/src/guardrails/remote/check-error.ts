/** The error of a check that could not run. Messages contain no request or response text, secrets or URL paths. */

export class CheckError extends Error {
  constructor(message: string, name: 'CheckError' | 'TimeoutError' = 'CheckError') {
    super(message)
    this.name = name
  }
}
