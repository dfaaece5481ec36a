/** Backups in S3-compatible storage. Credentials and endpoint come from the AWS_* or S3_* environment variables. */

import { startHttpThread } from '../core/runtime/http-thread.ts'
import { BackupError, type BackupTarget, type TargetLock } from './target.ts'

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/
const LOCK = 'lock.json'
const MAX_LOCK_BYTES = 4_096
/** A lock older than this was left by a process that was killed. */
const LOCK_LASTS_MS = 24 * 60 * 60 * 1_000

export function isS3Address(address: string): boolean {
  return address.startsWith('s3://')
}

export class S3Target implements BackupTarget {
  readonly name: string
  readonly #client: Bun.S3Client
  readonly #prefix: string

  constructor(address: string) {
    const [, bucket, path = ''] = ADDRESS.exec(address) ?? []
    if (bucket === undefined)
      throw new BackupError(`"${address}" is not an S3 address.`, 'Use a form such as s3://bucket/gatehouse.')
    this.name = address
    startHttpThread()
    this.#client = new Bun.S3Client({ bucket })
    const folders = path.replaceAll(/^\/+|\/+$/g, '')
    this.#prefix = folders === '' ? '' : `${folders}/`
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#client.write(this.#prefix + key, bytes as Uint8Array<ArrayBuffer>).catch(this.#explain)
  }

  async get(key: string, maxBytes: number): Promise<Uint8Array | null> {
    // Requests one byte more than allowed, to detect a larger object without reading all of it.
    const part = this.#client.file(this.#prefix + key).slice(0, maxBytes + 1)
    const bytes = await part.bytes().catch((error: unknown) => (isMissing(error) ? null : this.#explain(error)))
    if (bytes !== null && bytes.length > maxBytes)
      throw new BackupError(`${this.name}: ${key} has more than the expected ${maxBytes} bytes.`)
    return bytes
  }

  async list(prefix: string): Promise<readonly string[]> {
    const keys: string[] = []
    let continuationToken: string | undefined
    do {
      const page = await this.#client
        .list({ prefix: this.#prefix + prefix, ...(continuationToken !== undefined && { continuationToken }) })
        .catch(this.#explain)
      for (const { key } of page.contents ?? []) keys.push(key.slice(this.#prefix.length))
      continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
    } while (continuationToken !== undefined)
    return keys
  }

  async remove(key: string): Promise<void> {
    await this.#client.delete(this.#prefix + key).catch(this.#explain)
  }

  /** S3 has no locks. If two backups start together, the later write wins, and the other backup fails at `confirm`. */
  async lock(): Promise<TargetLock> {
    const held = await this.#readLock()
    if (held !== null && Date.now() - held.atMs < LOCK_LASTS_MS) throw this.#lockedBy(held)
    const own = { token: crypto.randomUUID(), atMs: Date.now() }
    await this.put(LOCK, Buffer.from(JSON.stringify(own)))
    return {
      confirm: async () => {
        const holder = await this.#readLock()
        if (holder?.token !== own.token) throw this.#lockedBy(holder ?? own)
      },
      release: async () => {
        if ((await this.#readLock())?.token === own.token) await this.remove(LOCK)
      },
    }
  }

  async #readLock(): Promise<{ readonly token: string; readonly atMs: number } | null> {
    const bytes = await this.get(LOCK, MAX_LOCK_BYTES)
    if (bytes === null) return null
    try {
      const { token, atMs } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>
      return { token: String(token), atMs: Number(atMs) || 0 }
    } catch {
      return { token: '', atMs: 0 }
    }
  }

  readonly #explain = (error: unknown): never => {
    const { code = 'an error', message } = error as { readonly code?: string; readonly message?: string }
    throw new BackupError(
      `${this.name}: the storage returned ${code}${message ? `: ${message}` : ''}.`.replace(/\.+$/, '.'),
      'Check the bucket, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT.',
    )
  }

  #lockedBy({ atMs }: { readonly atMs: number }): BackupError {
    return new BackupError(
      `Another backup to ${this.name} started at ${new Date(atMs).toISOString()}.`,
      `Wait for it. If it was killed, delete the object ${this.#prefix}${LOCK}.`,
    )
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'NoSuchKey' || code === 'NotFound' || code === 'ENOENT'
}
