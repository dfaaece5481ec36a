/** Why a check could not be run. Messages contain no text of the request or response, no secret and no URL path. */

export class CheckError extends Error {
  constructor(message: string, name: 'CheckError' | 'TimeoutError' = 'CheckError') {
    super(message)
    this.name = name
  }
}
