/** A gateway in a process of its own, for tests of the process: its output, its end, its memory, its settings. */

import { type Gateway, type GatewayOptions, gatewayClient, prepareGateway } from './gateway-client.ts'
import { type GatewayProgram, type ProgramOptions, startProgram } from './gateway-program.ts'

export type GatewayProcessOptions = GatewayOptions & ProgramOptions

export interface GatewayProcess extends Gateway {
  readonly process: GatewayProgram
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number>
  kill9(): Promise<void>
}

export async function startGatewayProcess(options: GatewayProcessOptions = {}): Promise<GatewayProcess> {
  const { dataDirectory, environment, clean } = await prepareGateway(options)
  const announced = { GATEWAY_ANNOUNCE: 'json', ...environment }
  const program = await startProgram(announced, options).catch(async (failure: unknown) => {
    await clean()
    throw failure
  })

  async function kill9(): Promise<void> {
    program.child.kill('SIGKILL')
    await program.child.exited
  }

  return {
    ...gatewayClient(program.url, dataDirectory, options.tls),
    process: program,
    async claimToken() {
      const token = /\/#\/claim\/([A-Za-z0-9_-]+)/.exec(program.output())?.[1]
      if (token === undefined) throw new Error(`No claim link was printed:\n${program.output()}`)
      return token
    },
    async stop() {
      program.child.kill('SIGTERM')
      return program.child.exited
    },
    kill9,
    async [Symbol.asyncDispose]() {
      await kill9()
      await clean()
    },
  }
}
