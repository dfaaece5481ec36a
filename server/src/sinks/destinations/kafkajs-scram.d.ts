/** Types of internal modules of kafkajs, for which the package has none. */

declare module 'kafkajs/src/broker/saslAuthenticator/scram*.js' {
  type Exchange = (message: unknown) => Promise<unknown>
  const mechanism: (
    sasl: object,
  ) => (connection: { readonly saslAuthenticate: Exchange }) => { authenticate(): Promise<void> }
  export = mechanism
}
