/** A PostgreSQL database for the nodes of one test, behind a proxy that can cut all connections, like a restart. */

import { connect, createServer, type Socket } from 'node:net'
import { Client, Pool } from 'pg'
import { createDatabase } from '../new-database.ts'
import { type GatewayProcess, startGatewayProcess } from '../start-gateway-process.ts'
import { postgresServer } from '../test-servers.ts'

const MASTER_KEY = '8f1c6d0a4be2937755aa0e91c2d4f6b81b3d5f70926e8ca4b7d19e02f3c5a687'

/** Long enough that a running store never counts as unavailable on a busy machine. Tests of frozen stores set less. */
export const PATIENT_MS = '120000'

export interface SharedDatabase extends AsyncDisposable {
  /** Environment variables for every node. */
  readonly environment: Readonly<Record<string, string>>
  startNode(options?: {
    readonly dataDirectory?: string
    readonly environment?: Readonly<Record<string, string>>
    readonly onOutput?: (text: string) => void
  }): Promise<GatewayProcess>
  query(sql: string): Promise<unknown[][]>
  /** Cuts every connection and accepts no new one. */
  shut(): void
  open(): void
}

/** It has the tables of the control store. `isEmpty`: it has none, and the first nodes create them. */
export async function sharedDatabase({ isEmpty = false } = {}): Promise<SharedDatabase> {
  const server = postgresServer()
  const name = `gatehouse_nodes_${crypto.randomUUID().replaceAll('-', '')}`
  if (isEmpty) await run(server, `CREATE DATABASE ${name}`)
  else await createDatabase(server, name)
  const direct = Object.assign(new URL(server), { pathname: `/${name}` })
  const door = await openDoor(direct.hostname, Number(direct.port))
  const through = Object.assign(new URL(direct), { port: String(door.port) })
  // One connection for all queries: a new one takes 10 ms of CPU time.
  const pool = new Pool({ connectionString: direct.href, max: 1 })
  // Dropping the database may close the connection before it has ended.
  pool.on('error', () => {})
  const environment = {
    DATABASE_URL: through.href,
    GATEWAY_MASTER_KEY: MASTER_KEY,
    GATEWAY_STORE_TIMEOUT_MS: PATIENT_MS,
    GATEWAY_REDIS_TIMEOUT_MS: PATIENT_MS,
  }
  return {
    environment,
    startNode: (options = {}) =>
      startGatewayProcess({ ...options, environment: { ...environment, ...options.environment } }),
    async query(sql) {
      const { rows } = await pool.query({ text: sql, rowMode: 'array' })
      return rows
    },
    shut: door.shut,
    open: door.open,
    async [Symbol.asyncDispose]() {
      door.close()
      await pool.end()
      await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

export async function openDoor(host: string, port: number) {
  const sockets = new Set<Socket>()
  let isOpen = true
  const listener = createServer((near) => {
    if (!isOpen) return near.destroy()
    const far = connect(port, host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    shut: () => {
      isOpen = false
      cut()
    },
    open: () => {
      isOpen = true
    },
    close: () => {
      cut()
      listener.close()
    },
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
