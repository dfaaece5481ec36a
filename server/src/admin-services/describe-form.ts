/** Derives a provider's credential form from its adapter: which fields are required, secret or part of the address. */

import { z } from 'zod'
import { looksSecret } from '../config/problems.ts'
import type { CredentialForm, FormField } from '../core/configs/credential-form.ts'
import { GatewayError } from '../core/errors.ts'
import type { Call, ProviderAdapter, Settings } from '../providers/adapter.ts'

const CHAT: Omit<Call, 'customHost'> = {
  endpoint: 'chat.completions',
  path: '/chat/completions',
  search: '',
  model: 'model',
  isStream: false,
  body: null,
}
/** A value that is valid for every setting that is part of an address. */
const SAMPLE = 'sample'
const LOOPBACK = /^https?:\/\/(?:127\.|localhost|\[::1\])/

export function describeForm(provider: ProviderAdapter): CredentialForm {
  const shape = Object.entries(provider.settings.shape)
  const { required, address } = complete(provider)
  const fields = shape.map(([name, schema]): FormField => {
    const { description = '', enum: choices } = z.toJSONSchema(schema as z.ZodType)
    const isSecret = looksSecret(name)
    const isRequired = required.has(name)
    const other = locate(provider, { ...sampled(required), [name]: SAMPLE })
    return {
      name,
      title: titleOf(
        name,
        shape.map(([other]) => other),
        provider.slug,
      ),
      about: description,
      isSecret,
      isRequired,
      // A form can collapse fields that are not usual. Entra ID secrets are not, because only one auth mode needs them.
      isUsual: isRequired || (isSecret && !name.includes('_entra_')) || (other !== null && other !== address),
      isLong: name.endsWith('_json') || name.endsWith('_deployments'),
      choices: choices ? choices.map(String) : null,
    }
  })
  const hasSecret = fields.some((field) => field.isSecret)
  return {
    key: !provider.needsCredential ? 'optional' : hasSecret ? 'instead' : 'required',
    host: required.has('custom_host') ? 'required' : isLocal(provider, address) ? 'usual' : 'optional',
    fields,
  }
}

/** Adds the settings that the adapter reports as missing, until it can build an address. */
function complete(provider: ProviderAdapter): { required: ReadonlySet<string>; address: string | null } {
  const required = new Set<string>()
  for (;;) {
    const missing = missingFor(provider, sampled(required), required.has('custom_host'))
    if (missing === null || required.has(missing)) break
    required.add(missing)
  }
  return { required, address: locate(provider, sampled(required)) }
}

function sampled(names: ReadonlySet<string>): Settings {
  return Object.fromEntries([...names].filter((name) => name !== 'custom_host').map((name) => [name, SAMPLE]))
}

function missingFor(provider: ProviderAdapter, settings: Settings, hasHost: boolean): string | null {
  try {
    provider.locate({ ...CHAT, customHost: hasHost ? 'https://host.example/v1' : null }, settings)
    return null
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'provider_settings_invalid') return error.param
    return null
  }
}

/** Null if these settings are not enough for an address. */
function locate(provider: ProviderAdapter, settings: Settings): string | null {
  try {
    return provider.locate({ ...CHAT, customHost: null }, settings)
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}

/** True for providers on the user's machine. Not for the built-in mock: it runs in this process, at a fixed address. */
function isLocal(provider: ProviderAdapter, address: string | null): boolean {
  return address !== null && LOOPBACK.test(address) && provider.slug !== 'mock'
}

const ABBREVIATIONS: ReadonlySet<string> = new Set(['ad', 'api', 'arn', 'id', 'json', 'llm', 'sts', 'url'])

/** The field label: `API version` for `cloud_a_api_version` if all settings of the provider start with `cloud_a_`. */
function titleOf(name: string, all: readonly string[], slug: string): string {
  const prefix = all.length === 1 ? ownPrefix(name, slug) : sharedPrefix(all)
  const words = name.slice(prefix.length).split('_')
  const text = words.map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** For example `workers_ai_` for the setting `workers_ai_account_id` of `workers-ai`. Empty if the prefix differs. */
function ownPrefix(name: string, slug: string): string {
  const prefix = `${slug.replaceAll('-', '_')}_`
  return name.startsWith(prefix) ? prefix : ''
}

/** The longest prefix of whole words that all settings share. Empty if there is none. */
function sharedPrefix(names: readonly string[]): string {
  const [first = ''] = names
  const words = first.split('_')
  for (let count = words.length - 1; count > 0; count--) {
    const prefix = `${words.slice(0, count).join('_')}_`
    if (names.every((name) => name.startsWith(prefix))) return prefix
  }
  return ''
}
