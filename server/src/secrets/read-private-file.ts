/** Reads a credential from a file that the operator's settings name. */

import { MAX_SECRET_BYTES, SecretSourceError } from './secret-source.ts'

/** `setting`: the setting that names the file. */
export async function readPrivateFile(path: string, setting: string): Promise<string> {
  let text = ''
  try {
    text = (await Bun.file(path).slice(0, MAX_SECRET_BYTES).text()).trim()
  } catch {
    // Reported below.
  }
  if (text !== '') return text
  throw new SecretSourceError('unavailable', `has a ${setting} that cannot be read or is empty`)
}
