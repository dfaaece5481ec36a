/** Encrypts, decrypts and masks the secrets in the text of a saved config. */

import type { ConfigTexts, SealedConfig } from '../../core/configs/config-texts.ts'
import { GatewayError } from '../../core/errors.ts'
import { isSealed } from '../../core/sealed-shape.ts'
import type { ConfigVersion } from '../../core/stores/configs.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { readCustomHost } from '../custom-host.ts'
import { MAX_CONFIG_BYTES } from '../normalise-keys.ts'
import { parseConfig } from '../parse-config.ts'
import { Problems, pathText } from '../problems.ts'
import type { ConfigObject } from '../schema.ts'
import { parseStrictJson } from '../strict-json.ts'
import { checkKeys, namedKeys } from './named-keys.ts'
import { holdsSecretParams, isMask, maskOf, replaceSecrets, type SecretRef } from './secret-paths.ts'

/** The secrets of a saved version, by their config path. */
type KnownSecrets = ReadonlyMap<string, { readonly value: string; readonly binding: string }>

export class SavedTexts implements ConfigTexts {
  constructor(private readonly vault: Vault) {}

  restore(text: string, before: ConfigVersion | null): string {
    const config = read(text)
    if (config === undefined) return text
    let known: KnownSecrets | null = null
    const restored = replaceSecrets(config, (value, secret) => {
      if (!isMask(value)) return value
      known ??= before === null ? new Map() : this.#secretsOf(before)
      return unmask(value, secret, known)
    })
    return known === null ? text : JSON.stringify(restored)
  }

  seal(text: string, versionId: string): SealedConfig {
    const config = parseConfig(text)
    const sealed = replaceSecrets(read(text), (value, { path }) => this.vault.seal(value, contextOf(versionId, path)))
    return {
      text: JSON.stringify(sealed),
      names: [...new Set([...namedKeys(config).map((named) => named.slug), ...checkKeys(config)])],
      hosts: [...new Set(hostsOf(config))],
    }
  }

  open(version: ConfigVersion): string {
    return this.#map(version, (value) => value)
  }

  mask(version: ConfigVersion): string {
    return this.#map(version, maskOf)
  }

  holdsSecretParams({ text }: ConfigVersion): boolean {
    return holdsSecretParams(JSON.parse(text))
  }

  #map(version: ConfigVersion, show: (value: string, secret: SecretRef) => string): string {
    const shown = replaceSecrets(JSON.parse(version.text), (sealed, secret) =>
      // Older versions can contain plain text at paths that were not considered secret when they were saved.
      show(isSealed(sealed) ? this.vault.open(sealed, contextOf(version.id, secret.path)) : sealed, secret),
    )
    return JSON.stringify(shown)
  }

  #secretsOf(version: ConfigVersion): KnownSecrets {
    const values = new Map<string, string>()
    const masked = this.#map(version, (value, { path }) => {
      values.set(path, value)
      return maskOf(value)
    })
    const known = new Map<string, { readonly value: string; readonly binding: string }>()
    // Compute the bindings from the masked text, because an update usually contains the masks.
    replaceSecrets(JSON.parse(masked), (mask, { path, binding }) => {
      known.set(path, { value: values.get(path) ?? mask, binding })
      return mask
    })
    return known
  }
}

/** A mask is valid only at the path of its secret, and only if the secret is still sent to the same destination. */
function unmask(mask: string, ref: SecretRef, known: KnownSecrets): string {
  const own = known.get(ref.path)
  const isOwn = own !== undefined && maskOf(own.value) === mask
  if (isOwn && own.binding === ref.binding) return own.value
  const param = textOfPath(ref.path)
  const elsewhere = [...known].find(([, secret]) => maskOf(secret.value) === mask)?.[0]
  const why = isOwn
    ? 'a saved credential can only be used with the provider, host and settings it was saved with'
    : elsewhere !== undefined
      ? `this is the mask of the secret saved at ${textOfPath(elsewhere)}, and a mask is valid only at its own path`
      : 'this is the mask of a secret, but no saved secret has this mask'
  throw new GatewayError('config_invalid', { param, message: `${param}: ${why}; send the secret itself.` })
}

function textOfPath(path: string): string {
  return pathText(JSON.parse(path) as (string | number)[])
}

/** Undefined if the text is too large or not valid JSON; `parseConfig` reports why. */
function read(text: string): unknown {
  if (text.length > MAX_CONFIG_BYTES) return undefined
  try {
    return parseStrictJson(text, new Problems())
  } catch {
    return undefined
  }
}

function contextOf(versionId: string, path: string): string {
  return `config_versions/config/${versionId}/${path}`
}

function hostsOf(config: ConfigObject): string[] {
  const own = config.custom_host === undefined ? null : readCustomHost(config.custom_host)
  return [...(own === null ? [] : [own]), ...(config.targets ?? []).flatMap(hostsOf)]
}
