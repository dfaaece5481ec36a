/** What tests do with a gateway, wherever it runs: its address, its keys and common calls. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPort } from '../../simulators/new-port.ts'
import type { CallOptions, ClientTls } from './call-options.ts'
import { addControlStore } from './new-control-store.ts'
import { type LogDetail, type LogPage, readLogs, waitForLog } from './read-logs.ts'

const ADMIN_KEY = 'admin-key-of-the-tests'
const WORKSPACE_KEY = 'workspace-key-of-the-tests'

export type GatewayOptions = {
  readonly environment?: Readonly<Record<string, string>>
  /** Not removed after the test. The default is a temporary folder, which is removed. */
  readonly dataDirectory?: string
  /** For calls to a gateway with TLS. */
  readonly tls?: ClientTls
}

export interface GatewayClient {
  readonly url: string
  /** The base URL for SDKs, with /v1. */
  readonly baseURL: string
  readonly adminKey: string
  readonly workspaceKey: string
  readonly dataDirectory: string
  /** A call to any path, by default with the workspace key. An object body is sent as JSON. */
  fetch(path: string, options?: CallOptions): Promise<Response>
  /** A chat completion with this config; `body` adds or replaces members of the default body. */
  chat(config: object | null, options?: CallOptions): Promise<Response>
  logs(query?: Readonly<Record<string, string>>): Promise<LogPage>
  /** The record of the request with this trace id, as soon as it is stored. */
  waitForLog(traceId: string | null): Promise<LogDetail>
}

export interface Gateway extends GatewayClient, AsyncDisposable {
  /** The token of the link with which the first owner is created. */
  claimToken(): Promise<string>
  /** Ends it as SIGTERM does. */
  stop(): Promise<unknown>
}

type Prepared = {
  readonly dataDirectory: string
  readonly environment: Readonly<Record<string, string>>
  /** Removes the data folder, unless the test has given it. */
  clean(): Promise<void>
}

/** The data folder and the settings of a gateway that is about to start. */
export async function prepareGateway(options: GatewayOptions): Promise<Prepared> {
  const dataDirectory = options.dataDirectory ?? (await newDataDirectory())
  return {
    dataDirectory,
    environment: {
      GATEWAY_PORT: String(newPort()),
      GATEWAY_DATA_DIR: dataDirectory,
      GATEWAY_ADMIN_API_KEY: ADMIN_KEY,
      GATEWAY_WORKSPACE_API_KEY: WORKSPACE_KEY,
      // An idle connection must not be closed just when a test reuses it.
      GATEWAY_KEEP_ALIVE_SECONDS: '0',
      ...options.environment,
    },
    async clean() {
      if (options.dataDirectory === undefined) await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

async function newDataDirectory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  await addControlStore(folder)
  return folder
}

export function gatewayClient(url: string, dataDirectory: string, trust?: ClientTls): GatewayClient {
  function call(path: string, options: CallOptions = {}): Promise<Response> {
    const { key = WORKSPACE_KEY, headers, body, tls = trust, ...init } = options
    const all = new Headers(headers)
    if (key !== null && !all.has('x-gateway-api-key')) all.set('x-gateway-api-key', key)
    const json = isPlainObject(body)
    if (json && !all.has('content-type')) all.set('content-type', 'application/json')
    const sent = json ? JSON.stringify(body) : body
    return fetch(url + path, {
      ...init,
      headers: all,
      ...(tls && { tls }),
      ...(tls?.cert !== undefined && { keepalive: false }),
      ...(sent !== undefined && { body: sent as Bun.BodyInit }),
    })
  }

  function chat(config: object | null, { body, headers, ...rest }: CallOptions = {}): Promise<Response> {
    const usual = { model: 'sim-model', messages: [{ role: 'user', content: 'hi' }] }
    const whole = body === undefined || isPlainObject(body) ? { ...usual, ...body } : body
    const chosen = config === null ? {} : { 'x-gateway-config': JSON.stringify(config) }
    const typed = { 'content-type': 'application/json', ...chosen, ...headers }
    return call('/v1/chat/completions', { method: 'POST', ...rest, headers: typed, body: whole })
  }

  return {
    url,
    baseURL: `${url}/v1`,
    adminKey: ADMIN_KEY,
    workspaceKey: WORKSPACE_KEY,
    dataDirectory,
    fetch: call,
    chat,
    logs: (query = {}) => readLogs(call, query),
    waitForLog: (traceId) => waitForLog(call, traceId),
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
