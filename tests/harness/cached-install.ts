/** Programs that tests install once for all clones of a user. */

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Each name in it contains a version or a digest, so nothing in it is ever out of date. */
export const TEST_CACHE = process.env['GATEHOUSE_TEST_CACHE'] ?? join(homedir(), '.cache', 'gatehouse-tests')

/** The folder of `name` with these contents; `install` fills a new folder if there is none. */
export async function cachedInstall(
  name: string,
  contents: readonly string[],
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const digest = createHash('sha256').update(contents.join('\n')).digest('hex').slice(0, 16)
  const folder = join(TEST_CACHE, `${name}-${digest}`)
  if (existsSync(folder)) return folder
  // Another test may install at the same time: the folder appears complete or not at all.
  const unfinished = `${folder}.${crypto.randomUUID()}`
  try {
    await mkdir(unfinished, { recursive: true })
    await install(unfinished)
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Rejects with the output of a program that fails. */
export async function must(command: string[], cwd: string): Promise<void> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${out}${problem}`)
}
