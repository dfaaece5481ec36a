/** An address did not accept the connection or finish the TLS handshake in time. No byte was sent to it. */

export class ConnectTimeout extends Error {
  readonly code = 'connect_timeout'

  constructor() {
    super('connect_timeout')
    this.name = 'ConnectTimeout'
  }
}
