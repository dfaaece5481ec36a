/** Journal of a migration: the resources it has created, so that an interrupted run can continue or be undone. */

import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { CommandError } from '../../command-error.ts'
import { parseObject } from '../../input/read-file.ts'
import { objectsOf } from '../../remote.ts'

const FORMAT = 'gatehouse-migration/1'

/** `id` is null while the resource is being created. */
export type Entry = { readonly place: string; readonly id: string | null }

export class Journal {
  readonly #entries = new Map<string, string | null>()

  private constructor(
    readonly path: string,
    private readonly gateway: string,
  ) {}

  /** Reads the journal of an interrupted run, if there is one. It contains no secrets. */
  static async open(path: string, gateway: string): Promise<Journal> {
    const journal = new Journal(path, gateway)
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null) return journal
    const { format, gateway: known, created } = parseObject(text, path)
    if (format !== FORMAT || known !== gateway)
      throw new CommandError({
        what: `${path} is the journal of another migration.`,
        why: format === FORMAT ? `It belongs to ${known}, not to ${gateway}.` : 'Its format is not known.',
        fix: 'Finish that migration first, or name another file with --journal.',
      })
    for (const { place, id } of objectsOf(created))
      journal.#entries.set(String(place), typeof id === 'string' ? id : null)
    return journal
  }

  get isResumed(): boolean {
    return this.#entries.size > 0
  }

  has(place: string): boolean {
    return this.#entries.has(place)
  }

  /** In order of creation. */
  entries(): readonly Entry[] {
    return [...this.#entries].map(([place, id]) => ({ place, id }))
  }

  async set(place: string, id: string | null): Promise<void> {
    this.#entries.set(place, id)
    await this.#write()
  }

  async drop(place: string): Promise<void> {
    this.#entries.delete(place)
    if (this.#entries.size === 0) return this.remove()
    await this.#write()
  }

  async remove(): Promise<void> {
    this.#entries.clear()
    await rm(this.path, { force: true })
  }

  async #write(): Promise<void> {
    const draft = `${this.path}.new`
    const content = { format: FORMAT, gateway: this.gateway, created: this.entries() }
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`)
    await rename(draft, this.path)
  }
}
