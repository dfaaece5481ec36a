/** An address did not accept a connection, or did not finish the TLS handshake, in its time. Nothing was sent to it. */

export class ConnectTimeout extends Error {
  readonly code = 'connect_timeout'

  constructor() {
    super('connect_timeout')
    this.name = 'ConnectTimeout'
  }
}
