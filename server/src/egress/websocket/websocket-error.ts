/** The provider broke the WebSocket protocol. */

export class WebSocketError extends Error {
  /** `closeCode` is sent to the provider. */
  constructor(
    readonly closeCode: 1002 | 1007 | 1009,
    message: string,
  ) {
    super(message)
  }
}
