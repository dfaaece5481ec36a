/** An S3-compatible server for one test file, installed from npm into a temporary folder. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** Keeps objects in files. It checks the access key, but not the signature. */
const PACKAGE = 's3rver@3.7.1'
const BUCKET = 'backups'

export interface S3Server extends AsyncDisposable {
  readonly bucket: string
  /** For commands that use the server. */
  readonly environment: Readonly<Record<string, string>>
  readonly client: Bun.S3Client
}

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-s3-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await must(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', PACKAGE], folder)
  const objects = join(folder, 'objects')
  await mkdir(objects)
  const port = freePort()
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
  const server = Bun.spawn(['node', join(folder, 'node_modules/s3rver/bin/s3rver.js'), '--silent', ...options], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const endpoint = `http://127.0.0.1:${port}`
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const client = new Bun.S3Client({ bucket: BUCKET, endpoint, region: 'us-east-1', ...keys })
  await eventually('the S3 server responds', async () => {
    if (server.exitCode !== null) throw new Error(`The S3 server ended: ${await server.stderr.text()}`)
    return client.list().then(
      () => true,
      () => false,
    )
  })
  return {
    bucket: BUCKET,
    client,
    environment: {
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT: endpoint,
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await server.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

async function must(command: string[], cwd: string): Promise<void> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${out}${problem}`)
}
