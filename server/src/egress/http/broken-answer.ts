/** What a provider did to the protocol: said in a code of our own, because the words on the wire are not to be trusted. */

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
