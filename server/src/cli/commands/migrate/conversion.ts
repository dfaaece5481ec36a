/** The result of converting another gateway's settings: files, and a list of what could not be converted. */

import type { JsonObject } from '../../remote.ts'
import type { Wanted } from '../kinds/kind.ts'

export type Converted = {
  readonly wanted: readonly Wanted[]
  /** Settings without an equivalent, each with its location. */
  readonly unsupported: readonly string[]
}

/** Collects files under unique names. */
export class Conversion {
  readonly #wanted = new Map<string, JsonObject>()
  readonly #unsupported: string[] = []

  /** Returns the name the file got. */
  add(folder: string, name: string, content: JsonObject): string {
    const base = slugOf(name)
    let free = base
    for (let count = 2; this.#wanted.has(`${folder}/${free}`); count++) free = `${base}-${count}`
    this.#wanted.set(`${folder}/${free}`, content)
    return free
  }

  skip(what: string): void {
    this.#unsupported.push(what)
  }

  result(): Converted {
    return { wanted: [...this.#wanted].map(([place, content]) => ({ place, content })), unsupported: this.#unsupported }
  }
}

export function slugOf(name: string): string {
  const slug = name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return slug === '' ? 'unnamed' : slug
}

/** `OPENAI_MAIN_API_KEY` for the virtual key `openai-main`. */
export function variableFor(slug: string, ending: string): string {
  return `${slug.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_${ending}`
}
