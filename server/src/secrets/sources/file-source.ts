/** Files below one folder, such as Docker secrets and mounted Kubernetes secrets. */

import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FileSettings } from '../../core/secrets/source-settings.ts'
import { MAX_SECRET_BYTES, type SecretSource, SecretSourceError, type StoredSecret } from '../secret-source.ts'

const MAX_FIELDS = 100

export class FileSource implements SecretSource {
  constructor(private readonly settings: FileSettings) {}

  /** A folder is a secret whose fields are its files: the form in which Kubernetes mounts a secret. */
  async read(path: string): Promise<StoredSecret> {
    const found = await this.#inside(path)
    const about = await stat(found).catch(unreadable)
    if (!about.isDirectory()) {
      return { content: await this.#text(found), version: null, rotatedAtMs: about.mtimeMs }
    }
    const fields = new Map<string, string>()
    let rotatedAtMs = 0
    for (const name of await readdir(found).catch(unreadable)) {
      // Kubernetes keeps the versions of a volume in `..data` and `..<time>`.
      if (name.startsWith('.')) continue
      if (fields.size >= MAX_FIELDS)
        throw new SecretSourceError('invalid', `has more than ${MAX_FIELDS} files in the folder of this secret`)
      const file = await this.#inside(`${path}/${name}`)
      const { mtimeMs } = await stat(file).catch(unreadable)
      rotatedAtMs = Math.max(rotatedAtMs, mtimeMs)
      fields.set(name, await this.#text(file))
    }
    if (fields.size === 0) throw new SecretSourceError('not_found', 'has no such secret')
    return { content: fields, version: null, rotatedAtMs }
  }

  /** Resolves symbolic links, and refuses paths that lead out of the folder. */
  async #inside(path: string): Promise<string> {
    const folder = await realpath(this.settings.folder).catch(() => {
      throw new SecretSourceError('unavailable', 'has a folder that cannot be read')
    })
    const found = await realpath(join(folder, path)).catch(unreadable)
    if (found.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return found
    throw new SecretSourceError('not_found', 'has no such secret')
  }

  async #text(path: string): Promise<string> {
    // Opening a FIFO would wait for a writer.
    const about = await stat(path).catch(unreadable)
    if (!about.isFile()) throw new SecretSourceError('invalid', 'has no file of that name')
    if (about.size > MAX_SECRET_BYTES)
      throw new SecretSourceError('invalid', `has a file larger than ${MAX_SECRET_BYTES} bytes for this secret`)
    return Bun.file(path).slice(0, MAX_SECRET_BYTES).text().catch(unreadable)
  }
}

function unreadable(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG')
    throw new SecretSourceError('not_found', 'has no such secret')
  if (code === 'EACCES' || code === 'EPERM')
    throw new SecretSourceError('denied', 'has a file that the gateway may not read')
  throw new SecretSourceError('unavailable', 'could not be read', { cause: error })
}
