/** A gateway in the process of the test, reached over real HTTP. It starts in a quarter of the time of a process. */

import { resolveSettings } from '../../server/src/app/resolve-settings.ts'
import { startApp } from '../../server/src/app.ts'
import { type Gateway, type GatewayOptions, gatewayClient, prepareGateway } from './gateway-client.ts'

export type { Gateway, GatewayOptions }

/** These change the process, so only a gateway in a process of its own can have them. */
const OF_A_PROCESS = ['BUN_OPTIONS', 'GATEWAY_WORKERS', 'GATEWAY_ANNOUNCE']
/** A test that waits for the end of a request ends it itself. */
const DRAIN_MS = 60_000

export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const { dataDirectory, environment, clean } = await prepareGateway(options)
  const needless = OF_A_PROCESS.find((name) => environment[name] !== undefined)
  if (needless) throw new Error(`${needless} changes the process. Use startGatewayProcess.`)
  const app = await resolveSettings(environment)
    .then((settings) => startApp(settings, { onRecord() {} }))
    .catch(async (failure: unknown) => {
      await clean()
      throw failure
    })
  let stopping: Promise<void> | null = null
  const stop = (drainMs: number) => (stopping ??= app.stop(drainMs))
  return {
    ...gatewayClient(app.url, dataDirectory, options.tls),
    async claimToken() {
      const token = await app.claimToken
      if (token === null) throw new Error('The gateway already has an owner.')
      return token
    },
    stop: () => stop(DRAIN_MS),
    async [Symbol.asyncDispose]() {
      await stop(0)
      await clean()
    },
  }
}
