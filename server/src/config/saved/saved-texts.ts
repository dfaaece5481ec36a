/** The text of a saved config: secrets sealed in the store, opened for use, masked for people. */

import type { ConfigTexts, SealedConfig } from '../../core/configs/config-texts.ts'
import { GatewayError } from '../../core/errors.ts'
import type { ConfigVersion } from '../../core/stores/configs.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { readCustomHost } from '../custom-host.ts'
import { parseConfig } from '../parse-config.ts'
import { Problems, pathText } from '../problems.ts'
import { readJson } from '../read-json.ts'
import type { ConfigObject } from '../schema.ts'
import { namedKeys } from './named-keys.ts'
import { replaceSecrets, type SecretPlace } from './secret-places.ts'

type KnownSecret = SecretPlace & { readonly value: string }

/** Contract 4.0: the first two and last two characters; of a short secret nothing. */
const STARS = '*******'
const MASKED = /^(?:.{2}\*{7}.{2}|\*{9})$/s
const SHORT = 12

export class SavedTexts implements ConfigTexts {
  constructor(private readonly vault: Vault) {}

  restore(text: string, before: ConfigVersion | null): string {
    const config = read(text)
    if (config === undefined) return text
    let known: readonly KnownSecret[] | null = null
    const restored = replaceSecrets(config, (value, place) => {
      if (!MASKED.test(value)) return value
      known ??= before === null ? [] : this.#secretsOf(before)
      return unmask(value, place, known)
    })
    return known === null ? text : JSON.stringify(restored)
  }

  seal(text: string, versionId: string): SealedConfig {
    const config = parseConfig(text)
    const sealed = replaceSecrets(read(text), (value, { path }) => this.vault.seal(value, placeIn(versionId, path)))
    return {
      text: JSON.stringify(sealed),
      names: [...new Set(namedKeys(config).map((named) => named.slug))],
      hosts: [...new Set(hostsOf(config))],
    }
  }

  open(version: ConfigVersion): string {
    return this.#map(version, (value) => value)
  }

  mask(version: ConfigVersion): string {
    return this.#map(version, maskOf)
  }

  #map(version: ConfigVersion, show: (value: string, place: SecretPlace) => string): string {
    const shown = replaceSecrets(JSON.parse(version.text), (sealed, place) =>
      show(this.vault.open(sealed, placeIn(version.id, place.path)), place),
    )
    return JSON.stringify(shown)
  }

  #secretsOf(version: ConfigVersion): readonly KnownSecret[] {
    const found: KnownSecret[] = []
    this.#map(version, (value, place) => {
      found.push({ ...place, value })
      return value
    })
    return found
  }
}

function unmask(mask: string, place: SecretPlace, known: readonly KnownSecret[]): string {
  const alike = known.filter((secret) => maskOf(secret.value) === mask)
  const bound = alike.filter((secret) => secret.binding === place.binding)
  const found = bound.find((secret) => secret.path === place.path) ?? bound[0]
  if (found !== undefined && bound.every((secret) => secret.value === found.value || found.path === place.path))
    return found.value
  const param = pathText(JSON.parse(place.path) as (string | number)[])
  const why =
    alike.length > 0
      ? 'a saved credential stays with the provider, host and settings it was saved with'
      : 'this is the mask of a secret, and no saved one has it'
  throw new GatewayError('config_invalid', { param, message: `${param}: ${why}; send the secret itself.` })
}

/** Shown instead of a secret; sent back it means the same secret. */
function maskOf(value: string): string {
  return value.length < SHORT ? `${STARS}**` : value.slice(0, 2) + STARS + value.slice(-2)
}

/** Undefined when it is no JSON: what is wrong with it is said by whoever checks it. */
function read(text: string): unknown {
  try {
    return readJson(text, new Problems())
  } catch {
    return undefined
  }
}

function placeIn(versionId: string, path: string): string {
  return `config_versions/config/${versionId}/${path}`
}

function hostsOf(config: ConfigObject): string[] {
  const own = config.custom_host === undefined ? null : readCustomHost(config.custom_host)
  return [...(own === null ? [] : [own]), ...(config.targets ?? []).flatMap(hostsOf)]
}
