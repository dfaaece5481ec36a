/** Encrypts, decrypts and masks the secrets in the parameters of saved guardrails. */

import { GatewayError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { isSealed } from '../../core/sealed-shape.ts'
import { isSecretUrl, type MemberScope, namesSecretParam, scopeBelow } from '../../core/secret-names.ts'
import type { GuardrailTexts, GuardrailVersion, SavedCheck } from '../../core/stores/guardrails.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { pathText } from '../problems.ts'
import { isMask, maskOf } from './secret-paths.ts'

type Steps = readonly (string | number)[]
type Replace = (value: string, steps: Steps) => string
type Version = Pick<GuardrailVersion, 'id' | 'checks'>

/** Parameters that are not secret although their names look like it: limits such as `maxTokenAge`, and header names. */
const NOT_SECRET = /^(?:max|min)[A-Z_]|^headerKey$|^header_key$/

export class SavedGuardrailTexts implements GuardrailTexts {
  constructor(private readonly vault: Vault) {}

  restore(checks: readonly SavedCheck[], before: Version | null): readonly SavedCheck[] {
    const earlier = before === null ? [] : this.open(before)
    const masked = earlier.map((check) => replaceIn(check, maskOf))
    return checks.map((check, i) => {
      const places = new Set([i, ...earlier.keys()])
      // A check keeps its secret if it moves in the list, as long as its id and addresses stay the same.
      const sources = [...places].filter((at) => {
        const one = masked[at]
        return one?.id === check.id && addressesIn(one) === addressesIn(check)
      })
      return replaceIn(check, (value, steps) => {
        if (!isMask(value)) return value
        for (const at of sources) {
          const secret = textAt(earlier[at]?.parameters, steps)
          if (secret !== null && maskOf(secret) === value) return secret
        }
        const param = `checks[${i}].parameters.${pathText(steps)}`
        throw new GatewayError('invalid_body', {
          param,
          message: `${param}: this is the mask of a secret, but no check with this id and these addresses was saved with it; send the secret itself.`,
        })
      })
    })
  }

  seal(checks: readonly SavedCheck[], versionId: string): readonly SavedCheck[] {
    return checks.map((check, i) =>
      replaceIn(check, (value, steps) => this.vault.seal(value, contextOf(versionId, i, steps))),
    )
  }

  originsOf(checks: readonly SavedCheck[]): readonly string[] {
    return [...new Set(checks.flatMap(({ parameters }) => originsIn(parameters)))]
  }

  open(version: Version): readonly SavedCheck[] {
    return this.#map(version, (value) => value)
  }

  mask(version: Version): readonly SavedCheck[] {
    return this.#map(version, maskOf)
  }

  #map({ id, checks }: Version, show: (value: string) => string): readonly SavedCheck[] {
    return checks.map((check, i) =>
      replaceIn(check, (sealed, steps) =>
        // Plain text: the parameter was not considered secret when the version was saved.
        show(isSealed(sealed) ? this.vault.open(sealed, contextOf(id, i, steps)) : sealed),
      ),
    )
  }
}

function contextOf(versionId: string, check: number, steps: Steps): string {
  return `guardrail_versions/checks/${versionId}/${JSON.stringify([check, ...steps])}`
}

function replaceIn(check: SavedCheck, replace: Replace): SavedCheck {
  const parameters = replaceMembers(check.parameters, 'param', [], replace) as SavedCheck['parameters']
  return { ...check, parameters }
}

function replaceMembers(value: object, scope: MemberScope, steps: Steps, replace: Replace): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceValue(name, member, scope, [...steps, name], replace)]),
  )
}

function replaceValue(name: string, value: unknown, scope: MemberScope, steps: Steps, replace: Replace): unknown {
  if (typeof value === 'string') return isSecret(name, value, scope) ? replace(value, steps) : value
  if (Array.isArray(value)) return value.map((item, i) => replaceValue(name, item, scope, [...steps, i], replace))
  if (!isObject(value)) return value
  return replaceMembers(value, scopeBelow(name, scope), steps, replace)
}

/**
 * Encrypted values count as secrets, and so do masks under the name of a secret or an address: a URL with a password,
 * for example, no longer looks like one when it is encrypted or masked.
 */
function isSecret(name: string, value: string, scope: MemberScope): boolean {
  if (scope === 'secrets') return true
  if (scope === 'schema') return false
  if (isSecretUrl(value) || isSealed(value)) return true
  if (isMask(value)) return namesSecretParam(name) || isAddressName(name)
  return namesSecretParam(name) && !NOT_SECRET.test(name)
}

/** Matches names such as `webhookURL` and `jwksUri`, whose values are masked if they contain a password. */
function isAddressName(name: string): boolean {
  return /ur[il]$/i.test(name)
}

/** Everything that decides where the secrets of the check are sent, as one text. */
function addressesIn({ parameters }: SavedCheck): string {
  const found: (readonly [path: string, value: string])[] = []
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string' && (isAddressName(path) || value.includes('://'))) found.push([path, value])
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) walk(member, `${path}/${name}`)
  }
  walk(parameters, '')
  return JSON.stringify(found.sort(([left], [right]) => (left < right ? -1 : 1)))
}

function originsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return /^https?:\/\//i.test(value) && URL.canParse(value) ? [new URL(value).origin] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(originsIn) : []
}

function textAt(value: unknown, steps: Steps): string | null {
  let at: unknown = value
  for (const step of steps) at = isObject(at) || Array.isArray(at) ? (at as Record<string, unknown>)[step] : undefined
  return typeof at === 'string' ? at : null
}
