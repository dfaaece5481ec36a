/** One gateway for all tests of a file. */

import { afterAll } from 'bun:test'
import { type Gateway, type GatewayOptions, startGateway } from './start-gateway.ts'
import { type GatewayProcess, type GatewayProcessOptions, startGatewayProcess } from './start-gateway-process.ts'

export async function shareGateway(options: GatewayOptions = {}): Promise<Gateway> {
  return untilTheEnd(await startGateway(options))
}

export async function shareGatewayProcess(options: GatewayProcessOptions = {}): Promise<GatewayProcess> {
  return untilTheEnd(await startGatewayProcess(options))
}

function untilTheEnd<Shared extends AsyncDisposable>(gateway: Shared): Shared {
  afterAll(() => gateway[Symbol.asyncDispose]())
  return gateway
}
