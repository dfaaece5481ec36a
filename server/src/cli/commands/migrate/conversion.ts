/** The result of converting another gateway's settings: files by workspace, and what could not be converted. */

import type { JsonObject } from '../../remote.ts'
import type { Wanted } from '../kinds/kind.ts'

/** Files of one workspace. `slug`: null for the workspace that the caller selects. */
export type WorkspaceFiles = { readonly slug: string | null; readonly wanted: readonly Wanted[] }

export type Converted = {
  /** Files of the organisation: workspaces, integrations, Admin keys, invitations. */
  readonly shared: readonly Wanted[]
  readonly workspaces: readonly WorkspaceFiles[]
  /** Settings without an equivalent, each with its location. They cause exit code 1. */
  readonly unsupported: readonly string[]
  /** What was migrated in another form, and what the user still has to do. */
  readonly notes: readonly string[]
}

/** Collects files under unique names. */
export class Conversion {
  readonly #shared = new Map<string, JsonObject>()
  readonly #workspaces = new Map<string | null, Map<string, JsonObject>>()
  readonly #unsupported = new Set<string>()
  readonly #notes = new Set<string>()
  /** The next number to try for a name that is taken, by workspace and place. */
  readonly #numbers = new Map<string, number>()

  /** Adds a file under a free name similar to `name`, and returns that name. */
  add(folder: string, name: string, content: JsonObject, workspace: string | null = null): string {
    const files = this.#filesOf(workspace)
    const base = slugOf(name)
    const counted = `${workspace ?? ''}/${folder}/${base}`
    let free = base
    for (let count = this.#numbers.get(counted) ?? 2; files.has(`${folder}/${free}`); count++) {
      free = `${base}-${count}`
      this.#numbers.set(counted, count + 1)
    }
    files.set(`${folder}/${free}`, content)
    return free
  }

  /** Adds a file of the organisation; `name` must be free. */
  share(folder: string, name: string, content: JsonObject): void {
    this.#shared.set(`${folder}/${name}`, content)
  }

  has(folder: string, name: string, workspace: string | null): boolean {
    return this.#filesOf(workspace).has(`${folder}/${name}`)
  }

  skip(what: string): void {
    this.#unsupported.add(what)
  }

  note(what: string): void {
    this.#notes.add(what)
  }

  result(): Converted {
    const listed = (files: ReadonlyMap<string, JsonObject>) =>
      [...files].map(([place, content]): Wanted => ({ place, content }))
    return {
      shared: listed(this.#shared),
      workspaces: [...this.#workspaces].map(([slug, files]) => ({ slug, wanted: listed(files) })),
      unsupported: [...this.#unsupported],
      notes: [...this.#notes],
    }
  }

  #filesOf(workspace: string | null): Map<string, JsonObject> {
    const files = this.#workspaces.get(workspace) ?? new Map<string, JsonObject>()
    this.#workspaces.set(workspace, files)
    return files
  }
}

export function slugOf(name: string): string {
  const slug = name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return slug === '' ? 'unnamed' : slug
}

/** Whether the gateway accepts the text as a slug. */
export function isSlug(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

/** For example `OPENAI_MAIN_API_KEY` for the virtual key `openai-main`. */
export function variableFor(slug: string, ending: string): string {
  return `${slug.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_${ending}`
}
