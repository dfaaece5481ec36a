/** The state of a folder of files: the resources they manage. `apply` writes it next to the files, without secrets. */

import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseObject } from '../../input/read-file.ts'
import { isObject, type JsonObject } from '../../remote.ts'

/** `digest`: hash of the managed settings after the last apply. If it differs now, something else changed them. */
export type Owned = { readonly id: string; readonly digest: string }

export type State = Map<string, Owned>

const FILE = '.gatehouse-state.json'

export async function readState(folder: string): Promise<State> {
  const path = join(folder, FILE)
  const text = await readFile(path, 'utf8').catch(() => null)
  const owns = text === null ? {} : parseObject(text, path)['owns']
  const state: State = new Map()
  for (const [place, entry] of Object.entries(isObject(owns) ? owns : {})) {
    if (isObject(entry) && typeof entry['id'] === 'string' && typeof entry['digest'] === 'string')
      state.set(place, { id: entry['id'], digest: entry['digest'] })
  }
  return state
}

/** Written atomically: a truncated state would lose track of resources. */
export async function writeState(folder: string, state: State): Promise<void> {
  const owns = Object.fromEntries([...state].sort(([left], [right]) => (left < right ? -1 : 1)))
  const draft = join(folder, `${FILE}.new`)
  await writeFile(draft, `${JSON.stringify({ version: 1, owns }, null, 2)}\n`)
  await rename(draft, join(folder, FILE))
}

export function digestOf(content: JsonObject): string {
  return new Bun.CryptoHasher('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('hex')
    .slice(0, 32)
}

/** Sorts members, because their order is not significant. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  )
}
