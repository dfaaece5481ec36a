/** A gateway with three stand-in providers behind the virtual keys that the pages name, and a tap in front of it. */

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
import type { LogRow } from '../harness/read-logs.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startTap, type Tap } from './tap.ts'

export const DIALECTS: readonly Dialect[] = ['openai', 'anthropic', 'google']

const SILENCE: Script = { calls: [], text: 'Nothing is scripted.', report: () => '' }
const ROOTS: Readonly<Record<Dialect, string>> = { openai: '/v1', anthropic: '/v1', google: '/v1beta' }

/** Bedrock is only passed through, to a simulator that follows no script. */
export type Upstream = Dialect | 'bedrock'
export type Key = { readonly id: string; readonly key: string }

export interface Scene extends AsyncDisposable {
  readonly tap: Tap
  readonly standIns: Readonly<Record<Upstream, Omit<StandIn, 'dialect'>>>
  /** A gateway key for one run. */
  newKey(name: string): Promise<Key>
  /** The records of a key as soon as there are this many. */
  recordsOf(key: Key, count: number): Promise<readonly LogRow[]>
}

export async function setScene(gateway: Gateway): Promise<Scene> {
  const standIns = {
    openai: startStandIn('openai', SILENCE),
    anthropic: startStandIn('anthropic', SILENCE),
    google: startStandIn('google', SILENCE),
    bedrock: Object.assign(startWireSimulator(bedrockWire), {
      objections: [],
      offered: new Set<string>(),
      unauthorized: [],
      play: () => {},
    }),
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
      for (const standIn of Object.values(standIns)) await standIn[Symbol.asyncDispose]()
    },
  }
}
