/**
 * Blocks in S3-compatible storage. Credentials and endpoint come from the AWS_* or S3_* environment variables, as for backups:
 * an address in the log store chooses the bucket and the key, never the host.
 */

const S3_OBJECT = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+\.block)$/

type S3Object = {
  put(data: Uint8Array): Promise<unknown>
  /** Up to `maxBytes`. */
  get(maxBytes: number): Promise<Uint8Array>
  remove(): Promise<void>
}

const clients = new Map<string, Bun.S3Client>()

/** Null if the address is not one of S3. */
export function s3ObjectOf(address: string): S3Object | null {
  const [, bucket, key] = S3_OBJECT.exec(address) ?? []
  if (bucket === undefined || key === undefined) return null
  const client = clients.get(bucket) ?? new Bun.S3Client({ bucket })
  clients.set(bucket, client)
  return {
    put: (data) => client.write(key, data as Uint8Array<ArrayBuffer>),
    get: (maxBytes) => client.file(key).slice(0, maxBytes).bytes(),
    remove: () => client.delete(key),
  }
}
