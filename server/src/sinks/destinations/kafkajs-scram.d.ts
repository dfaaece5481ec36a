/** Parts of kafkajs that it does not export with types. */

declare module 'kafkajs/src/broker/saslAuthenticator/scram*.js' {
  type Exchange = (message: unknown) => Promise<unknown>
  const mechanism: (
    sasl: object,
  ) => (connection: { readonly saslAuthenticate: Exchange }) => { authenticate(): Promise<void> }
  export = mechanism
}
