/**
 * An S3-compatible server for one test file, installed from npm. It does not check signatures, so requests reach it
 * through a proxy that does.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignatureV4 } from '@smithy/signature-v4'
import { newPort } from '../../simulators/new-port.ts'
import { Sha256 } from './aws-sha256.ts'
import { cachedInstall, must } from './cached-install.ts'
import { untilReady } from './eventually.ts'

/** Keeps objects in files. */
const PACKAGE = 's3rver@3.7.1'
const BUCKET = 'backups'

export interface S3Server extends AsyncDisposable {
  readonly bucket: string
  /** Environment variables for commands that use the server. */
  readonly environment: Readonly<Record<string, string>>
  readonly client: Bun.S3Client
  /** While true, every request fails with 503. */
  isDown: boolean
}

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-s3-'))
  const installed = await cachedInstall('s3rver', [PACKAGE], async (target) => {
    await writeFile(join(target, 'package.json'), '{"private":true}')
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    await must(['npm', 'install', ...quiet, PACKAGE], target)
  })
  const objects = join(folder, 'objects')
  await mkdir(objects)
  const port = newPort()
  const options = [
    '--directory',
    objects,
    '--address',
    '127.0.0.1',
    '--port',
    String(port),
    '--configure-bucket',
    BUCKET,
  ]
  const server = Bun.spawn(['node', join(installed, 'node_modules/s3rver/bin/s3rver.js'), '--silent', ...options], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const state = { isDown: false }
  const proxy = signatureProxy(`http://127.0.0.1:${port}`, keys, state)
  const endpoint = `http://127.0.0.1:${proxy.port}`
  const client = new Bun.S3Client({ bucket: BUCKET, endpoint, region: 'us-east-1', ...keys })
  const responds = async () => {
    await client.list()
    return true
  }
  await untilReady('The S3 server', server, responds, () => server.stderr.text())
  return Object.assign(state, {
    bucket: BUCKET,
    client,
    environment: {
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT: endpoint,
    },
    async [Symbol.asyncDispose]() {
      await proxy.stop(true)
      server.kill('SIGKILL')
      await server.exited
      await rm(folder, { recursive: true, force: true })
    },
  })
}

type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string }

function signatureProxy(upstream: string, keys: Keys, state: { readonly isDown: boolean }): Bun.Server<undefined> {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (state.isDown) return new Response(null, { status: 503 })
      const body = new Uint8Array(await request.arrayBuffer())
      const refusal = await refusalOf(request, body, keys)
      if (refusal !== null) {
        const text = `<?xml version="1.0"?><Error><Code>${refusal}</Code><Message>Refused.</Message></Error>`
        return new Response(text, { status: 403, headers: { 'content-type': 'application/xml' } })
      }
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      return fetch(upstream + pathname + search, { method, headers, ...(body.length > 0 && { body }) }).catch(
        () => new Response(null, { status: 503 }),
      )
    },
  })
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** Signs the request again with the known secret, as S3 does. Null if signature and body hash are correct. */
async function refusalOf(request: Request, body: Uint8Array, keys: Keys): Promise<string | null> {
  const [, accessKeyId, region = '', signed = ''] = AUTHORIZATION.exec(request.headers.get('authorization') ?? '') ?? []
  if (accessKeyId === undefined) return 'AccessDenied'
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const hash = request.headers.get('x-amz-content-sha256')
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== new Bun.CryptoHasher('sha256').update(body).digest('hex'))
    return 'XAmzContentSHA256Mismatch'
  const url = new URL(request.url)
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: keys,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const again = await signer.sign(
    {
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(signed.split(';').map((name) => [name, request.headers.get(name) ?? ''])),
    },
    { signingDate: dateOf(request.headers.get('x-amz-date') ?? '') },
  )
  return again.headers['authorization']?.split('Signature=')[1] ===
    request.headers.get('authorization')?.split('Signature=')[1]
    ? null
    : 'SignatureDoesNotMatch'
}

/** `20261117T063000Z`. */
function dateOf(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
}
