/** Permissions of the data folder: only the gateway's own user may read its files. */

import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

const OTHERS = 0o077
/** Names that the gateway writes. Other files in the folder are left alone. */
const OURS =
  /^(master\.key.*|node-id|control\.changes|(control|logs|lock|semantic)\.db(-[a-z]+)?|journal|ledger|shared-ledger|exports|restoring|worker-\d+)$/
/** Limit of checked entries, to bound startup time. Journals and exports have far fewer files. */
const MAX_ENTRIES = 10_000

export type OpenEntry = { readonly path: string; readonly mode: number; readonly isFolder: boolean }

/** Files and folders of the gateway in the data folder that other users can read or write. */
export function openEntries(dataDirectory: string): readonly OpenEntry[] {
  if (process.platform === 'win32') return []
  const found: OpenEntry[] = []
  let looked = 0
  const walk = (folder: string, names: readonly string[]) => {
    for (const name of names) {
      if (++looked > MAX_ENTRIES) return
      const path = join(folder, name)
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (!stats || !(stats.isFile() || stats.isDirectory())) continue
      if (isOpen(stats)) found.push({ path, mode: stats.mode & 0o777, isFolder: stats.isDirectory() })
      if (stats.isDirectory()) walk(path, namesIn(path))
    }
  }
  walk(
    dataDirectory,
    namesIn(dataDirectory).filter((name) => OURS.test(name)),
  )
  return found
}

/** The folder's mode if other users can list it; null if they cannot. */
export function openFolderMode(dataDirectory: string): number | null {
  const stats = lstatSync(dataDirectory, { throwIfNoEntry: false })
  if (process.platform === 'win32' || !stats || !isOpen(stats)) return null
  // A mounted volume owned by root and our group, as Kubernetes creates it (fsGroup).
  const isGrantedVolume = stats.uid !== process.geteuid?.() && stats.gid === process.getegid?.()
  return isGrantedVolume && (stats.mode & 0o007) === 0 ? null : stats.mode & 0o777
}

/** Removes the permissions of other users from the gateway's files, except the master key. Returns warnings. */
export function closeToOthers(dataDirectory: string): readonly string[] {
  const warnings: string[] = []
  const closed: OpenEntry[] = []
  for (const entry of openEntries(dataDirectory)) {
    // A readable master key stops the start instead: only the operator can judge whether it leaked.
    if (isMasterKey(dataDirectory, entry.path)) continue
    try {
      chmodSync(entry.path, entry.mode & ~OTHERS)
      closed.push(entry)
    } catch {
      warnings.push(
        `${entry.path} has mode ${octal(entry.mode)}: other users of this machine can read it, and it belongs to another user. Run: chown -R to the user of the gateway, then chmod ${entry.isFolder ? '700' : '600'} ${entry.path}`,
      )
    }
  }
  const [first] = closed
  if (first)
    warnings.push(
      `Other users of this machine could read ${first.path} (mode ${octal(first.mode)})${closed.length > 1 ? ` and ${closed.length - 1} more files and folders` : ''}. Their permissions were removed.`,
    )
  const mode = openFolderMode(dataDirectory)
  if (mode !== null)
    warnings.push(
      `The data folder ${dataDirectory} has mode ${octal(mode)}: other users of this machine can see it. Run: chmod 700 ${dataDirectory}`,
    )
  return warnings
}

function isMasterKey(dataDirectory: string, path: string): boolean {
  return path.startsWith(join(dataDirectory, 'master.key'))
}

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0')
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
