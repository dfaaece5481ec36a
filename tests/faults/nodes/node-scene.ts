/** Nodes that share a dedicated PostgreSQL and Redis. The data folder of each node outlives its process. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { ControlScene, type Reply } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { PATIENT_MS } from '../../harness/nodes/shared-database.ts'
import { waitForChanges } from '../../harness/nodes/wait-for-changes.ts'
import { type GatewayProcess, startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { type OwnServers, ownServers } from './own-servers.ts'

const MASTER_KEY = '8f1c6d0a4be2937755aa0e91c2d4f6b81b3d5f70926e8ca4b7d19e02f3c5a687'

export type Health = {
  readonly http: number
  readonly status: string
  readonly database: { readonly is_reachable: boolean }
  readonly redis: { readonly is_reachable: boolean }
  readonly ledger: { readonly status: string; readonly openHolds: number }
}

export type MadeKey = { readonly id: string; readonly key: string }

export type SceneOptions = {
  readonly nodes?: number
  readonly redisUrl?: (servers: OwnServers) => Promise<string>
  /** Additional environment variables per node. */
  readonly environment?: (place: number) => Readonly<Record<string, string>>
}

export class NodeScene {
  private constructor(
    readonly servers: OwnServers,
    readonly nodes: GatewayProcess[],
    private readonly folder: string,
    private readonly environmentOf: (place: number) => Record<string, string>,
  ) {}

  static async open({ nodes = 4, redisUrl, environment }: SceneOptions = {}): Promise<NodeScene> {
    const servers = await ownServers()
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-nodes-'))
    const shared = {
      DATABASE_URL: servers.postgresUrl,
      REDIS_URL: redisUrl ? await redisUrl(servers) : servers.redisUrl,
      GATEWAY_MASTER_KEY: MASTER_KEY,
      GATEWAY_STORE_TIMEOUT_MS: PATIENT_MS,
      GATEWAY_REDIS_TIMEOUT_MS: PATIENT_MS,
    }
    const environmentOf = (place: number) => ({ ...shared, ...environment?.(place) })
    const scene = new NodeScene(servers, [], folder, environmentOf)
    try {
      // Two at a time: a machine may have only two cores.
      for (let place = 0; place < nodes; place += 2) {
        const pair = [place, place + 1].filter((one) => one < nodes).map((one) => scene.start(one))
        // Waits for both, so that no process is left running if the other fails.
        for (const start of await Promise.allSettled(pair)) if (start.status === 'rejected') throw start.reason
      }
    } catch (failure) {
      await scene.close()
      throw failure
    }
    return scene
  }

  /** Starts the node with this index on its data folder. */
  async start(place: number): Promise<GatewayProcess> {
    const dataDirectory = join(this.folder, `node-${place}`)
    const node = await startGatewayProcess({ dataDirectory, environment: this.environmentOf(place) })
    this.nodes[place] = node
    return node
  }

  /** Restarts nodes that an earlier test left dead, so that one failure does not fail the later tests. */
  async revive(): Promise<void> {
    for (const [place, { process }] of this.nodes.entries())
      if (process.child.exitCode !== null || process.child.signalCode !== null) await this.start(place)
  }

  node(place: number): GatewayProcess {
    const node = this.nodes[place % this.nodes.length]
    if (!node) throw new Error(`There is no node ${place}.`)
    return node
  }

  control(place = 0): ControlScene {
    return new ControlScene(this.node(place))
  }

  /** A change with the Admin key; retried while nodes on a busy machine open their first connections. */
  async change(method: string, path: string, change: object, place = 0): Promise<Record<string, unknown>> {
    let reply: Reply | null = null
    await eventually(`${method} ${path}`, async () => {
      reply = await this.control(place).call(this.control(place).admin, method, path, change)
      return reply.status !== 503
    })
    const { status, text, body } = reply as unknown as Reply
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return body
  }

  /** One cent per call of the model, effective long ago, so that the number of calls is the cost in cents. */
  async fee(model: string): Promise<void> {
    const prices = { requests: { usd: 0.01, per: 1 } }
    const valid_from = '2020-01-01T00:00:00Z'
    await this.change('POST', '/prices', { provider: 'openai-compatible', model, prices, valid_from })
  }

  async key(name: string, limits: object = {}, place = 0): Promise<MadeKey> {
    const body = { name, scopes: ['completions.write'], ...limits }
    const { id, key } = await this.change('POST', '/api-keys/workspace/service', body, place)
    return { id: String(id), key: String(key) }
  }

  /** Waits until every node has processed all changes. */
  async changesHeard(): Promise<void> {
    const [first, ...others] = this.nodes
    if (first) await waitForChanges([first, ...others], (sql) => this.query(sql))
  }

  async query<Row extends readonly unknown[]>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.servers.postgresUrl })
    await client.connect()
    try {
      const { rows } = await client.query({ text: sql, values: [...values], rowMode: 'array' })
      return rows as unknown as Row[]
    } finally {
      await client.end()
    }
  }

  async health(place: number): Promise<Health> {
    const reply = await fetch(`${this.node(place).url}/readyz`)
    return { http: reply.status, ...((await reply.json()) as Omit<Health, 'http'>) }
  }

  /** Waits until the health of every node meets the condition. */
  async everywhere(what: string, isSo: (health: Health) => boolean): Promise<void> {
    await Promise.all(
      this.nodes.map((_, place) => eventually(`node ${place}: ${what}`, async () => isSo(await this.health(place)))),
    )
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node?.kill9()
    await this.servers[Symbol.asyncDispose]()
    await rm(this.folder, { recursive: true, force: true })
  }
}
