/** What a migration brings along, and what it leaves behind. */

import type { JsonObject } from '../../remote.ts'
import type { Wanted } from '../kinds/kind.ts'

export type Carried = {
  readonly wanted: readonly Wanted[]
  /** Everything that has no equal here, each with its place. */
  readonly leftBehind: readonly string[]
}

/** Collects files with names that no other has. */
export class Baggage {
  readonly #wanted = new Map<string, JsonObject>()
  readonly #leftBehind: string[] = []

  /** Returns the name it got. */
  add(folder: string, name: string, content: JsonObject): string {
    const base = slugOf(name)
    let free = base
    for (let count = 2; this.#wanted.has(`${folder}/${free}`); count++) free = `${base}-${count}`
    this.#wanted.set(`${folder}/${free}`, content)
    return free
  }

  leave(what: string): void {
    this.#leftBehind.push(what)
  }

  packed(): Carried {
    return { wanted: [...this.#wanted].map(([place, content]) => ({ place, content })), leftBehind: this.#leftBehind }
  }
}

export function slugOf(name: string): string {
  const slug = name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return slug === '' ? 'unnamed' : slug
}

/** `OPENAI_MAIN_API_KEY` for a virtual key `openai-main`. */
export function variableFor(slug: string, ending: string): string {
  return `${slug.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_${ending}`
}
