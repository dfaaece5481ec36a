/**
 * Blocks in S3-compatible storage. Credentials and endpoint come from the AWS_* or S3_* environment variables, as for
 * backups: an address in the log store chooses the bucket and the key, never the host.
 */

import { startHttpThread } from '../../core/runtime/http-thread.ts'

const S3_OBJECT = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+\.block)$/

type S3Object = {
  put(data: Uint8Array): Promise<unknown>
  /** Reads at most the first `maxBytes`. */
  get(maxBytes: number): Promise<Uint8Array>
  remove(): Promise<void>
}

const clients = new Map<string, Bun.S3Client>()

/** Null if the address is not an S3 address of a block. */
export function s3ObjectOf(address: string): S3Object | null {
  const [, bucket, key] = S3_OBJECT.exec(address) ?? []
  if (bucket === undefined || key === undefined) return null
  const client = clients.get(bucket) ?? new Bun.S3Client({ bucket })
  clients.set(bucket, client)
  const file = () => {
    startHttpThread()
    return client.file(key)
  }
  // Async, so that a thread that cannot start rejects like a failed request.
  return {
    put: async (data) => file().write(data as Uint8Array<ArrayBuffer>),
    get: async (maxBytes) => file().slice(0, maxBytes).bytes(),
    remove: async () => file().delete(),
  }
}
