/** Reads the settings and resolves variables that are secret references. */

import { parseReference } from '../core/secrets/secret-reference.ts'
import { logWarning } from '../observe/log.ts'
import { openSources } from '../secrets/open-sources.ts'
import { asSourceError } from '../secrets/request-json.ts'
import { fieldOf, type SecretSource } from '../secrets/secret-source.ts'
import { type GatehouseSettings, readReferences, readSettings, SettingsError } from '../settings.ts'

/** How long a start waits for a secret store that does not respond: both may be starting at the same time. */
const WAIT_MS = 60_000
const PAUSE_MS = 1_000

/** A secret store did not respond in time. The start then exits with a code on which supervisors restart it. */
export class SecretStoreUnreachable extends Error {}

type ResolveTerms = { readonly waitMs?: number; readonly pauseMs?: number }

/** Throws a SettingsError that names the variable, never its value. */
export async function resolveSettings(
  overrides: Readonly<Record<string, string>> = {},
  { waitMs = WAIT_MS, pauseMs = PAUSE_MS }: ResolveTerms = {},
): Promise<GatehouseSettings> {
  const { references, secretSources, identities } = readReferences(overrides)
  if (references.length === 0) return readSettings(overrides)
  const { sources, close } = openSources(secretSources, identities)
  const untilMs = performance.now() + waitMs
  const values: Record<string, string> = {}
  try {
    for (const [name, reference] of references)
      values[name] = await readWhenReachable(name, reference, sources, { untilMs, pauseMs })
  } finally {
    close()
  }
  return readSettings({ ...overrides, ...values })
}

async function readWhenReachable(
  variable: string,
  text: string,
  sources: ReadonlyMap<string, SecretSource>,
  { untilMs, pauseMs }: { readonly untilMs: number; readonly pauseMs: number },
): Promise<string> {
  const reference = parseReference(text)
  if (reference === null)
    throw new SettingsError(`${variable} is not a valid secret reference: secret://<source>/<path>#<field>.`)
  const source = sources.get(reference.source)
  if (source === undefined)
    throw new SettingsError(`${variable}: GATEWAY_SECRET_SOURCES has no source "${reference.source}".`)
  for (;;) {
    try {
      const { content } = await source.read(reference.path)
      return fieldOf(content, reference.field)
    } catch (error) {
      const { failure, message: reason } = asSourceError(error)
      const message = `${variable}: the secret source "${reference.source}" ${reason}.`
      if (failure !== 'unavailable') throw new SettingsError(message)
      if (performance.now() >= untilMs) throw new SecretStoreUnreachable(message)
      logWarning('secrets', `${message} The start waits for it.`)
      await Bun.sleep(pauseMs)
    }
  }
}
