/** A response that violates HTTP/1.1. Carries a code instead of provider text, because that text is untrusted. */

export type InvalidResponseCode =
  | 'not_http'
  | 'head_too_large'
  | 'bad_header'
  | 'bad_length'
  | 'bad_chunk'
  | 'unknown_transfer_encoding'
  | 'connection_closed'

export class InvalidResponse extends Error {
  constructor(readonly code: InvalidResponseCode) {
    super(code)
    this.name = 'InvalidResponse'
  }
}
