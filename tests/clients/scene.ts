/** A gateway with three stand-in providers behind the virtual keys that the pages name, and a tap in front of it. */

import { realtimeScript } from '../../simulators/realtime-wire.ts'
import { startSocketSimulator } from '../../simulators/socket-simulator.ts'
import { startResponsesSocket } from '../../simulators/stand-in/responses-socket.ts'
import {
  type Dialect,
  type Script,
  STAND_IN_KEYS,
  type StandIn,
  startStandIn,
} from '../../simulators/stand-in/stand-in.ts'
import { bedrockWire } from '../../simulators/wire/converse/bedrock.ts'
import { AWS_KEYS } from '../../simulators/wire/converse/signature.ts'
import { startWireSimulator } from '../../simulators/wire/wire-server.ts'
import { eventually } from '../harness/eventually.ts'
import type { GatewayClient } from '../harness/gateway-client.ts'
import type { LogRow } from '../harness/read-logs.ts'
import { startTap, type Tap } from './tap.ts'

export const DIALECTS: readonly Dialect[] = ['openai', 'anthropic', 'google']

const SILENCE: Script = { calls: [], text: 'Nothing is scripted.', report: () => '' }
const ROOTS: Readonly<Record<Dialect, string>> = { openai: '/v1', anthropic: '/v1', google: '/v1beta' }

/** The simulators of Bedrock and of the realtime APIs follow no script. */
export type Upstream = Dialect | 'bedrock' | 'realtime'
export type Key = { readonly id: string; readonly key: string }

export interface Scene extends AsyncDisposable {
  readonly tap: Tap
  readonly standIns: Readonly<Record<Upstream, Omit<StandIn, 'dialect'>>>
  /** A gateway key for one run. */
  newKey(name: string): Promise<Key>
  /** The records of a key as soon as there are this many. */
  recordsOf(key: Key, count: number): Promise<readonly LogRow[]>
}

const UNSCRIPTED = { requests: [], objections: [], offered: new Set<string>(), unauthorized: [], play: () => {} }

/** OpenAI's Realtime API and Gemini Live at one address. */
function startRealtime() {
  const openai = realtimeScript()
  return startSocketSimulator({
    open: (peer) => {
      if (!peer.target.startsWith('/ws/')) openai.open?.(peer)
    },
    message: (peer, message) => {
      if (!peer.target.startsWith('/ws/')) return openai.message?.(peer, message)
      const event = JSON.parse(String(message)) as object
      // Gemini sends its JSON in binary messages.
      const reply = (value: object) => peer.send(Buffer.from(JSON.stringify(value)))
      if ('setup' in event) return reply({ setupComplete: {} })
      reply({ serverContent: { modelTurn: { role: 'model', parts: [{ text: 'Hello from Gemini Live.' }] } } })
      const usageMetadata = { promptTokenCount: 10, responseTokenCount: 5, totalTokenCount: 15 }
      reply({ serverContent: { turnComplete: true }, usageMetadata })
    },
  })
}

export async function setScene(gateway: GatewayClient): Promise<Scene> {
  const standIns = {
    openai: startStandIn('openai', SILENCE),
    anthropic: startStandIn('anthropic', SILENCE),
    google: startStandIn('google', SILENCE),
    bedrock: Object.assign(startWireSimulator(bedrockWire), UNSCRIPTED),
    realtime: Object.assign(startRealtime(), UNSCRIPTED),
  }
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await gateway.fetch(path, { method: 'POST', key: gateway.adminKey, body })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as T
  }
  for (const dialect of DIALECTS) {
    const slug = `${dialect}-main`
    await post('/v1/virtual-keys', {
      name: slug,
      slug,
      provider: dialect,
      key: STAND_IN_KEYS[dialect],
      custom_host: standIns[dialect].url + ROOTS[dialect],
    })
  }
  // Plays the script of whichever stand-in was last scripted, so that a page can use HTTP and the WebSocket.
  const behindSocket = startStandIn('openai', SILENCE)
  const socket = startResponsesSocket(behindSocket)
  for (const dialect of DIALECTS) {
    const { play } = standIns[dialect]
    standIns[dialect].play = (script) => {
      play(script)
      behindSocket.play(script)
    }
  }
  const { url } = standIns.realtime
  for (const [slug, provider, custom_host] of [
    ['openai-realtime', 'openai', `${url}/v1`],
    ['google-live', 'google', url],
    ['openai-socket', 'openai', `${socket.url}/v1`],
  ] as const) {
    await post('/v1/virtual-keys', { name: slug, slug, provider, key: STAND_IN_KEYS[provider], custom_host })
  }
  await post('/v1/virtual-keys', {
    name: 'bedrock-main',
    slug: 'bedrock-main',
    provider: 'bedrock',
    custom_host: standIns.bedrock.url,
    aws_region: AWS_KEYS.region,
    aws_access_key_id: AWS_KEYS.accessKeyId,
    aws_secret_access_key: AWS_KEYS.secretAccessKey,
    aws_session_token: AWS_KEYS.sessionToken,
  })
  const tap = await startTap(gateway.url)
  return {
    tap,
    standIns,
    newKey: (name) => post<Key>('/v1/api-keys/workspace/service', { name, scopes: ['completions.write'] }),
    recordsOf: ({ id }, count) =>
      eventually(`${count} records`, async () => {
        const { data } = await gateway.logs({ api_key_ids: id, page_size: '100' })
        return data.length >= count ? data : undefined
      }),
    async [Symbol.asyncDispose]() {
      await tap[Symbol.asyncDispose]()
      for (const standIn of [...Object.values(standIns), socket, behindSocket]) await standIn[Symbol.asyncDispose]()
    },
  }
}
