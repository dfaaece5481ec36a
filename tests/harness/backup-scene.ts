/** A gateway whose calls cost one cent each, and the commands that back it up. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { at } from './at.ts'
import { ControlScene } from './control-scene.ts'
import { eventually } from './eventually.ts'
import type { Gateway } from './start-gateway.ts'
import { type GatewayProcess, startGatewayProcess } from './start-gateway-process.ts'

const FEE_USD = 0.01

export type BudgetKey = { readonly id: string; readonly key: string }

export class BackupScene implements AsyncDisposable {
  private constructor(
    readonly folder: string,
    readonly simulator: Simulator,
  ) {}

  static async open(): Promise<BackupScene> {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-backup-test-'))
    return new BackupScene(folder, await startSimulator({ answers: ['one two three'] }))
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  start(data: string, environment: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> {
    return startGatewayProcess({ dataDirectory: this.path(data), environment })
  }

  async budgetKey(gateway: Gateway): Promise<BudgetKey> {
    const scene = new ControlScene(gateway)
    const prices = { requests: { usd: FEE_USD, per: 1 } }
    await scene.do('POST', '/prices', { provider: 'openai-compatible', model: 'fee-model', prices })
    const limits = { type: 'cost', credit_limit: 1_000 }
    const made = { name: 'spender', scopes: ['completions.write'], usage_limits: limits }
    const { id, key } = await scene.do('POST', '/api-keys/workspace/service', made)
    return { id: String(id), key: String(key) }
  }

  /** True if the caller saw the whole response. */
  async call(gateway: Gateway, key: string, trace: string, isStream = false): Promise<boolean> {
    const headers = { 'x-gateway-trace-id': trace }
    const reply = await gateway.chat(at(this.simulator), {
      key,
      headers,
      body: { model: 'fee-model', stream: isStream },
    })
    return reply.status === 200 && (await reply.text()).length > 0
  }

  /** Settled spending in cents, once nothing is held. */
  async spentCents(gateway: Gateway, { id }: BudgetKey): Promise<number> {
    const { used } = await eventually('nothing is held', async () => {
      const { usage_limits } = await new ControlScene(gateway).do('GET', `/api-keys/${id}`)
      const { current_usage, held } = usage_limits as { current_usage: number; held: number }
      return held === 0 && { used: current_usage }
    })
    return Math.round(used / FEE_USD)
  }

  /** Problems that stay: on a busy machine a worker may respond too late once. */
  async problems(gateway: Gateway): Promise<unknown> {
    return eventually('every process responds', async () => {
      const ready = (await (await gateway.fetch('/readyz')).json()) as Record<string, unknown>
      const { status, problems } = ready
      return !JSON.stringify(problems).includes('does not respond') && { status, problems }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.simulator[Symbol.asyncDispose]()
    await rm(this.folder, { recursive: true, force: true })
  }
}
