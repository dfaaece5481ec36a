/** An issuer of tokens with its own keys and a JWKS on loopback, and a store with one organisation, for tests. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { NO_LIMITS } from '../../../core/stores/limits.ts'
import type { WorkloadIssuer, WorkloadSettings } from '../../../core/workload/workload-issuers.ts'
import { createEgress } from '../../../egress/send.ts'
import { openControlDatabase } from '../../../stores/sql/control-database.ts'
import { controlStore } from '../../../stores/sql/control-store.ts'
import { makeFirstKeys } from '../../../stores/sql/first-keys.ts'
import { KeySets } from './key-sets.ts'
import { WorkloadTokens } from './workload-tokens.ts'

export const AUDIENCE = 'gatehouse'

type Signer = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** One key pair with its public JWK. */
export async function makeKey(kid: string, alg = 'RS256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

export function sign(
  claims: JWTPayload,
  { privateKey, alg, kid }: { readonly privateKey: Signer; readonly alg: string; readonly kid?: string },
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, ...(kid !== undefined && { kid }), ...header }).sign(privateKey)
}

/** Serves discovery and keys; counts requests. */
export function serveKeys(keys: readonly object[]) {
  const state = { keys, requests: 0, status: 200, gate: null as Promise<void> | null, document: {} as object }
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request): Promise<Response> {
      state.requests++
      if (state.gate) await state.gate
      if (state.status !== 200) return new Response('no', { status: state.status })
      if (new URL(request.url).pathname !== '/.well-known/openid-configuration')
        return Response.json({ keys: state.keys })
      return Response.json({ issuer: server.url.origin, jwks_uri: `${server.url.origin}/jwks`, ...state.document })
    },
  })
  return { state, origin: server.url.origin, url: `${server.url.origin}/jwks`, stop: () => server.stop(true) }
}

export async function openTokens(now: () => number = Date.now) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-workload-'))
  const database = await openControlDatabase(folder)
  const hash = (text: string) => text
  await makeFirstKeys(database, { given: { admin: null, workspace: null }, hash, scopes: ['*'], nowMs: 1 })
  const home = await database.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow()
  const { stores } = controlStore(database, hash)
  const policy = {
    isLoopbackOpen: true,
    trustedHosts: [],
    ownPorts: [],
    stores: [],
    mockOrigin: 'http://mock',
    identityOrigins: [],
  }
  const egress = createEgress(policy)
  const keySets = new KeySets(egress, now)
  const tokens = new WorkloadTokens(stores, keySets, { isStale: () => false, lookUpMs: 60_000, now })
  let count = 0

  async function addIssuer(
    changes: Partial<Omit<WorkloadIssuer, 'settings'>> & { readonly settings?: Partial<WorkloadSettings> } = {},
  ): Promise<WorkloadIssuer> {
    const { settings, ...rest } = changes
    const issuer: WorkloadIssuer = {
      id: `issuer-${++count}`,
      organisationId: home.organisation_id,
      workspaceId: home.id,
      name: `Issuer ${count}`,
      isEnabled: true,
      issuer: 'https://issuer.example',
      settings: {
        jwksUrl: null,
        jwks: null,
        audiences: [AUDIENCE],
        algorithms: ['RS256', 'ES256'],
        maxLifetimeSeconds: 3_600,
        claims: {},
        subjectClaim: 'sub',
        workspaceClaim: null,
        scopes: ['completions.write'],
        scopeClaim: null,
        metadata: {},
        ...settings,
      },
      limits: NO_LIMITS,
      createdBy: 'test',
      createdAtMs: count,
      updatedAtMs: count,
      ...rest,
    }
    await stores.workloadIssuers.insert(issuer)
    tokens.forgetAll()
    return issuer
  }

  return {
    home,
    database,
    stores,
    keySets,
    tokens,
    addIssuer,
    async [Symbol.asyncDispose]() {
      egress.close()
      await database.destroy()
      await rm(folder, { recursive: true })
    },
  }
}
