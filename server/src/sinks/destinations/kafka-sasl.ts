/** SASL authentication for Kafka: the library's mechanisms, with a limit on the work a broker can request. */

import type { Authenticator, SASLOptions } from 'kafkajs'
import scram256 from 'kafkajs/src/broker/saslAuthenticator/scram256.js'
import scram512 from 'kafkajs/src/broker/saslAuthenticator/scram512.js'
import type { KafkaSinkSettings, SinkSecret } from '../../core/sinks/sinks.ts'

/** PBKDF2 with this many iterations takes about a second. Kafka's default is 4,096. */
const MAX_ITERATIONS = 1_000_000

type Exchange = (message: unknown) => Promise<unknown>
type Connection = { readonly saslAuthenticate: Exchange }
type Mechanism = (sasl: object) => (connection: Connection) => Authenticator

const SCRAM: Readonly<Record<'scram-sha-256' | 'scram-sha-512', Mechanism>> = {
  'scram-sha-256': scram256,
  'scram-sha-512': scram512,
}

export function saslOptions(
  mechanism: Exclude<KafkaSinkSettings['sasl'], 'none'>,
  { username = '', password = '' }: SinkSecret,
): SASLOptions {
  const sasl = { username, password }
  if (mechanism === 'plain') return { mechanism, ...sasl }
  const authenticate = SCRAM[mechanism](sasl)
  const authenticationProvider = (connection: Connection) =>
    authenticate({ ...connection, saslAuthenticate: limited(connection.saslAuthenticate) })
  return { mechanism, ...sasl, authenticationProvider } as SASLOptions
}

/** The number of iterations is the member `i` of the first response. */
function limited(exchange: Exchange): Exchange {
  return async (message) => {
    const response = await exchange(message)
    const iterations = Number((response as { readonly i?: string } | undefined)?.i ?? 0)
    if (iterations <= MAX_ITERATIONS) return response
    throw new Error(`the broker requires ${iterations} SCRAM iterations. At most ${MAX_ITERATIONS} are accepted`)
  }
}
