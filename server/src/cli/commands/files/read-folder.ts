/** The files of a folder as wishes, each checked before anything is asked of the gateway. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { didYouMean } from '../../../core/suggest.ts'
import { CommandError } from '../../command-error.ts'
import { readObject } from '../../input/read-file.ts'
import type { Wanted } from '../kinds/kind.ts'
import { KINDS } from '../kinds/kinds.ts'

/** `besides` names sub-folders that hold something else. */
export async function readFolder(folder: string, besides: readonly string[] = []): Promise<readonly Wanted[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
  const names = KINDS.map((kind) => kind.folder)
  if (entries === null)
    throw new CommandError({
      what: `There is no folder ${folder}.`,
      fix: `Make it with sub-folders ${names.join(', ')}, or name another. See gatehouse plan --help.`,
    })
  const wanted: Wanted[] = []
  const isOurs = (name: string) => !name.startsWith('.') && !besides.includes(name)
  for (const entry of entries.filter((one) => one.isDirectory() && isOurs(one.name))) {
    const kind = KINDS.find(({ folder: name }) => name === entry.name)
    if (kind === undefined)
      throw new CommandError({
        what: `${join(folder, entry.name)} is no kind of setting.${didYouMean(entry.name, names)}`,
        why: `There is ${names.join(', ')}.`,
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
