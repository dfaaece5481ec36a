/** Reads the files of a folder and validates each before the gateway is called. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { didYouMean } from '../../../core/suggest.ts'
import { CommandError } from '../../command-error.ts'
import { readObject } from '../../input/read-file.ts'
import type { Wanted } from '../kinds/kind.ts'
import { KINDS } from '../kinds/kinds.ts'

/** `skipped` lists subfolders to skip. */
export async function readFolder(folder: string, skipped: readonly string[] = []): Promise<readonly Wanted[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
  const names = KINDS.map((kind) => kind.folder)
  if (entries === null)
    throw new CommandError({
      what: `The folder ${folder} does not exist.`,
      fix: `Create it with subfolders ${names.join(', ')}, or choose another. See gatehouse plan --help.`,
    })
  const wanted: Wanted[] = []
  const isOurs = (name: string) => !name.startsWith('.') && !skipped.includes(name)
  for (const entry of entries.filter((one) => one.isDirectory() && isOurs(one.name))) {
    const kind = KINDS.find(({ folder: name }) => name === entry.name)
    if (kind === undefined)
      throw new CommandError({
        what: `${join(folder, entry.name)} is not a known kind of setting.${didYouMean(entry.name, names)}`,
        why: `Known kinds: ${names.join(', ')}.`,
      })
    const files = (await readdir(join(folder, entry.name))).filter((name) => name.endsWith('.json')).sort()
    for (const name of files) {
      const one = {
        place: `${kind.folder}/${name.slice(0, -'.json'.length)}`,
        content: await readObject(join(folder, entry.name, name)),
      }
      kind.check(one)
      wanted.push(one)
    }
  }
  return wanted
}
