/** Converts guardrails, and the references to them in configs and workspaces. */

import { isObject, type JsonObject, objectsOf } from '../../../remote.ts'
import { omitEmpty, pick } from '../../kinds/kind.ts'
import { isSecretName } from '../../kinds/secret-reference.ts'
import { type Conversion, isSlug, variableFor } from '../conversion.ts'
import type { Account, Places } from './account.ts'
import { idOf } from './fields.ts'
import { type Row, textIn } from './rows.ts'

const FLAGS = ['deny', 'async', 'sequential']
const FEEDBACKS = ['on_success', 'on_fail', 'on_failure']
const LISTS =
  /^(before_request_hooks|after_request_hooks|input_guardrails|output_guardrails|input_mutators|output_mutators)$/
/** Config keys that are supported only in headers and workspaces here. */
const DEFAULT_LISTS = /^default_(input|output)_guardrails$/
const UNCHECKED = 'requests will not be checked by it'

/** The slugs and ids of migrated guardrails by workspace. Those of the organisation are known in all workspaces. */
export class KnownGuardrails {
  readonly #shared = new Set<string>()
  readonly #own = new Map<string | null, Set<string>>()

  add(home: string | null, isShared: boolean, names: readonly string[]): void {
    const known = isShared ? this.#shared : (this.#own.get(home) ?? new Set())
    for (const name of names) known.add(name)
    if (!isShared) this.#own.set(home, known)
  }

  isShared(name: string): boolean {
    return this.#shared.has(name)
  }

  has(home: string | null, name: string): boolean {
    return this.#shared.has(name) || this.#own.get(home)?.has(name) === true
  }
}

export function guardrailFiles(account: Account): KnownGuardrails {
  const known = new KnownGuardrails()
  for (const row of account.rows.of('guardrails')) guardrailFile(row, account, known)
  return known
}

function guardrailFile(row: Row, { conversion, homeOf, named }: Account, known: KnownGuardrails): void {
  const { content } = row
  const slug = textIn(content, 'slug') ?? textIn(content, 'id') ?? ''
  const place = named('guardrail', row)
  if (!isSlug(slug)) return conversion.skip(`${place}: the slug is not valid here; ${UNCHECKED}`)
  if (content['status'] === 'archived') return conversion.skip(`${place}: it is archived`)
  if (!Array.isArray(content['checks']))
    return conversion.skip(`${place}: its checks are not in the export (GET /guardrails/${slug}); ${UNCHECKED}`)
  const checks = objectsOf(content['checks']).flatMap((check, i) => checkIn(check, i, slug, place, conversion))
  if (checks.length === 0) return conversion.skip(`${place}: no check is left; ${UNCHECKED}`)
  const isShared = content['workspace_id'] === null && row.origin.workspace === null
  const file = {
    ...idOf({ ...content, slug }, place, conversion),
    slug,
    name: textIn(content, 'name') ?? slug,
    checks,
    ...omitEmpty({ actions: actionsIn(content['actions'], place, conversion) }),
  }
  if (isShared) conversion.share('guardrails', slug, { ...file, type: 'organisation' })
  else conversion.add('guardrails', slug, file, homeOf(row))
  known.add(homeOf(row), isShared, [slug, textIn(content, 'id') ?? slug])
}

/** Checks of partner services are left out. */
function checkIn(
  check: JsonObject,
  index: number,
  slug: string,
  place: string,
  conversion: Conversion,
): readonly JsonObject[] {
  const id = textIn(check, 'id') ?? ''
  if (isPartner(id)) {
    conversion.skip(partnerText(place, id))
    return []
  }
  const { parameters, name, is_enabled: isEnabled } = check
  return [
    {
      id,
      ...omitEmpty({
        name,
        parameters: isObject(parameters) ? withVariables(parameters, `${slug}-${index}`, false) : {},
      }),
      ...(isEnabled === false && { is_enabled: false }),
    },
  ]
}

function isPartner(id: string): boolean {
  return id.includes('.') && !/^default\./i.test(id)
}

function partnerText(place: string, id: string): string {
  return `${place}: the check ${id} calls a partner service, which is not supported; ${UNCHECKED}. default.webhook can call the service`
}

/** Masked secrets become references to environment variables. */
function withVariables(members: JsonObject, name: string, isSecret: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([key, value]) => {
      const path = `${name}-${key}`
      if (isObject(value)) return [key, withVariables(value, path, isSecret || key === 'headers')]
      const isMasked = typeof value === 'string' && /\*{3}/.test(value)
      const isVariable = isMasked && (isSecret || isSecretName(key) || key === 'headers' || /ur[il]$/i.test(key))
      return [key, isVariable ? { env: variableFor(path, '').replace(/_$/, '') } : value]
    }),
  )
}

function actionsIn(value: unknown, place: string, conversion: Conversion): JsonObject {
  if (!isObject(value)) return {}
  const known = [...FLAGS, ...FEEDBACKS]
  for (const [name, action] of Object.entries(value))
    if (!known.includes(name) && action !== null && action !== '')
      conversion.skip(`${place}: actions.${name} has no equivalent`)
  const flags = FLAGS.filter((name) => typeof value[name] === 'boolean')
  return omitEmpty({
    ...pick(value, flags),
    ...Object.fromEntries(FEEDBACKS.map((name) => [name, feedbackIn(value[name])])),
  })
}

function feedbackIn(value: unknown): JsonObject | null {
  const feedback = isObject(value) && isObject(value['feedback']) ? value['feedback'] : null
  return feedback && { feedback: omitEmpty(pick(feedback, ['value', 'weight', 'metadata'])) }
}

/** The default guardrails of the organisation, which apply to all workspaces here. */
export function sharedDefaultsFile({ rows, conversion }: Account, { slugs }: Places, known: KnownGuardrails): void {
  const lists = new Map<string, string[]>()
  for (const { content } of rows.of('organisation-defaults'))
    for (const list of ['input_guardrails', 'output_guardrails'])
      for (const name of (Array.isArray(content[list]) ? content[list] : []).map(nameIn)) {
        if (known.isShared(name)) lists.set(list, [...(lists.get(list) ?? []), name])
        else conversion.skip(`organisation: the default guardrail ${name} is not migrated; ${UNCHECKED}`)
      }
  if (lists.size === 0) return
  conversion.share('guardrail-defaults', 'organisation', Object.fromEntries(lists))
  for (const { content } of rows.of('guardrail-exclusions')) {
    const id = textIn(content, 'workspace_id') ?? textIn(content, 'id') ?? ''
    if (content['excluded'] === true)
      conversion.skip(
        `workspace ${slugs.get(id) ?? id}: it was excluded from default guardrails of the organisation, which apply to all workspaces here`,
      )
  }
}

/** The default guardrails of a workspace. */
export function defaultsFile(
  content: JsonObject,
  { slugs }: Places,
  known: KnownGuardrails,
  conversion: Conversion,
): void {
  const slug = slugs.get(textIn(content, 'id') ?? textIn(content, 'slug') ?? textIn(content, 'name') ?? '') ?? null
  const defaults = isObject(content['defaults']) ? content['defaults'] : {}
  const lists = ['input_guardrails', 'output_guardrails'].map((list): [string, readonly string[]] => {
    const names = (Array.isArray(defaults[list]) ? defaults[list] : []).map(nameIn)
    for (const name of names.filter((one) => !known.has(slug, one)))
      conversion.skip(`workspace ${slug}: the default guardrail ${name} is not migrated; ${UNCHECKED}`)
    return [list, names.filter((one) => known.has(slug, one))]
  })
  const file = omitEmpty(Object.fromEntries(lists))
  if (Object.keys(file).length > 0) conversion.add('guardrail-defaults', 'workspace', file, slug)
}

function nameIn(entry: unknown): string {
  return isObject(entry) ? (textIn(entry, 'slug') ?? textIn(entry, 'id') ?? '') : String(entry)
}

type Home = { readonly place: string; readonly home: string | null }

/** Removes guardrails that are not migrated and unsupported checks from a config, and reports each. */
export function withKnownGuardrails(
  config: JsonObject,
  { place, home }: Home,
  known: KnownGuardrails,
  conversion: Conversion,
): JsonObject {
  const members = Object.entries(config).flatMap(([name, value]): [string, unknown][] => {
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    if (name === 'targets') {
      const targets = objectsOf(value).map((target, i) =>
        withKnownGuardrails(target, { place: `${place}.targets[${i}]`, home }, known, conversion),
      )
      return [[name, targets]]
    }
    if (DEFAULT_LISTS.test(key)) {
      conversion.skip(`${place}: ${name} is not a config key here; ${UNCHECKED}`)
      return []
    }
    if (!LISTS.test(key) || !Array.isArray(value)) return [[name, value]]
    const entries = value.flatMap((entry, i) =>
      entryIn(entry, { place: `${place}.${name}[${i}]`, home }, known, conversion),
    )
    return entries.length === 0 ? [] : [[name, entries]]
  })
  return Object.fromEntries(members)
}

function entryIn(
  entry: unknown,
  { place, home }: Home,
  known: KnownGuardrails,
  conversion: Conversion,
): readonly unknown[] {
  const name = typeof entry === 'string' ? entry : isObject(entry) ? textIn(entry, 'id') : null
  const checks = isObject(entry) ? Object.keys(entry).filter((key) => isObject(entry[key]) && isCheckKey(key)) : []
  const hasChecks = isObject(entry) && (Array.isArray(entry['checks']) || checks.length > 0)
  if (!hasChecks) {
    if (name !== null && known.has(home, name)) return [entry]
    conversion.skip(`${place}: the guardrail ${name ?? ''} is not migrated; ${UNCHECKED}`)
    return []
  }
  const partners = [...objectsOf(entry['checks']).map((check) => textIn(check, 'id') ?? ''), ...checks].filter(
    isPartner,
  )
  for (const id of partners) conversion.skip(partnerText(place, id))
  const kept = Object.fromEntries(
    Object.entries(entry)
      .filter(([key]) => !partners.includes(key))
      .map(([key, value]) => [
        key,
        key === 'checks' ? objectsOf(value).filter((check) => !isPartner(textIn(check, 'id') ?? '')) : value,
      ]),
  )
  const isEmpty = objectsOf(kept['checks']).length === 0 && checks.every((key) => partners.includes(key))
  return isEmpty ? [] : [kept]
}

/** True if the member of an entry is a check. The others are actions and metadata. */
function isCheckKey(key: string): boolean {
  return !/^(on_success|on_fail|on_failure|credentials|type|id|name|guardrail_version_id)$/.test(key)
}
