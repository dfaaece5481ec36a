/** A response that violates HTTP/1.1. Carries a code instead of provider text, because that text is untrusted. */

export type BrokenCode =
  | 'not_http'
  | 'head_too_large'
  | 'bad_header'
  | 'bad_length'
  | 'bad_chunk'
  | 'unknown_transfer_encoding'
  | 'connection_closed'

export class BrokenAnswer extends Error {
  constructor(readonly code: BrokenCode) {
    super(code)
    this.name = 'BrokenAnswer'
  }
}
