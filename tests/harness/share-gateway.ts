/** One gateway for all tests of a file. */

import { afterAll } from 'bun:test'
import { type Gateway, type GatewayOptions, startGateway } from './start-gateway.ts'

export async function shareGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const gateway = await startGateway(options)
  afterAll(() => gateway[Symbol.asyncDispose]())
  return gateway
}
