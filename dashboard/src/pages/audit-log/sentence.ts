/** Renders an audit entry as a sentence: actor, action, object, old and new value. */

import { isObject } from '../../api/json.ts'
import { count, money } from '../../design/data/format.ts'
import { budgetIn, type Change, changesBetween, readState } from './changes.ts'
import { type AuditEntry, RESOURCES } from './entry.ts'

/** In reading order; strong parts are names. */
export type Part = { readonly text: string; readonly isStrong?: boolean }

const PAST: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  start: 'started',
  cancel: 'stopped',
  rotate: 'rotated',
  reset: 'closed',
  purge: 'emptied',
  roll_back: 'rolled back',
  publish: 'published',
  import: 'imported',
  label: 'labelled',
  reset_usage: 'reset the usage of',
  reprice: 'filled unknown costs by',
  add_key: 'added a provider key to',
  update_key: 'changed a provider key of',
  remove_key: 'removed a provider key from',
  update_workspaces: 'changed the workspaces of',
  update_models: 'changed the models of',
  delete_models: 'removed models from',
  resend: 'created a new link for',
  accept: 'accepted',
  claim: 'claimed',
  password: 'set a new password for',
  password_link: 'created a password link for',
}

const MAX_NAMED = 3

export function sentenceOf(entry: AuditEntry): readonly Part[] {
  const who: Part[] = [
    ...(entry.user_type === 'api_key' ? [{ text: 'The key ' }] : []),
    { text: entry.user_name, isStrong: true },
  ]
  if (entry.refused_with !== null) {
    const verb = entry.action.slice(entry.resource_type.length + 1).replaceAll('_', ' ')
    return [...who, { text: ` was refused to ${verb} ` }, ...thing(entry), { text: `: ${entry.refused_with}` }]
  }
  return [...who, { text: ' ' }, ...(whole(entry) ?? told(entry))]
}

export function wordsOf(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join('')
}

/** Actions whose name already states the change. */
function whole(entry: AuditEntry): Part[] | null {
  switch (entry.action) {
    case 'session.create':
      return [{ text: isPending(entry) ? 'started to sign in; the second factor is missing' : 'signed in' }]
    case 'session.confirm':
      return [{ text: 'confirmed their identity' }]
    case 'user.passkey_create':
      return [{ text: 'added a passkey' }]
    case 'user.passkey_update':
      return [{ text: 'renamed a passkey' }]
    case 'user.passkey_delete':
      return [{ text: 'removed a passkey' }]
    case 'user.totp_create':
      return [{ text: 'added an authenticator app' }]
    case 'user.totp_delete':
      return [{ text: 'removed the authenticator app' }]
    case 'user.recovery_codes':
      return [{ text: 'created new recovery codes' }]
    case 'user.second_factors_delete':
      return [{ text: 'removed the second factors of ' }, strong(entry)]
    case 'user.session_end':
      return [{ text: 'ended a session of ' }, strong(entry)]
    case 'user.sessions_end':
      return [{ text: 'ended all sessions of ' }, strong(entry)]
    case 'user.device_login_revoke':
      return [{ text: 'revoked the device login ' }, strong(entry)]
    case 'device_login.approve':
      return [{ text: 'approved the device login of ' }, strong(entry)]
    case 'device_login.deny':
      return [{ text: 'denied the device login of ' }, strong(entry)]
    case 'device_login.create':
      return [{ text: 'logged in with ' }, strong(entry)]
    case 'device_login.delete':
      return [{ text: 'ended the device login of ' }, strong(entry)]
    case 'session.delete':
      return [{ text: 'signed out' }]
    case 'organisation.claim':
      return [{ text: 'became the first owner' }]
    case 'invite.create':
      return [{ text: 'invited ' }, strong(entry), { text: roleWords(entry) }]
    case 'invite.accept':
      return [{ text: 'accepted the invitation' }]
    case 'invite.delete':
      return [{ text: 'withdrew the invitation of ' }, strong(entry)]
    case 'workspace_user.create':
      return [{ text: 'added people to the workspace' }]
    case 'workspace_user.delete':
      return [{ text: 'removed ' }, strong(entry), { text: ' from the workspace' }]
    default:
      return null
  }
}

function isPending({ after }: AuditEntry): boolean {
  const state = readState(after)
  return typeof state === 'object' && state !== null && 'object' in state && state.object === 'pending_sign_in'
}

function told(entry: AuditEntry): Part[] {
  const verb = entry.action.slice(entry.resource_type.length + 1)
  if (verb === 'update') {
    const change = changeWords(entry)
    if (change) return change
  }
  return [{ text: `${PAST[verb] ?? pastOf(verb)} ` }, ...thing(entry)]
}

/** For unknown verbs of later versions: `freeze_all` becomes "freezed all", which is readable. */
function pastOf(verb: string): string {
  const [first = '', ...others] = verb.split('_')
  return [first.endsWith('e') ? `${first}d` : `${first}ed`, ...others].join(' ')
}

function changeWords(entry: AuditEntry): Part[] | null {
  const [before, after] = [readState(entry.before), readState(entry.after)]
  const changes = changesBetween(before, after).filter(
    ({ path }) => path !== 'scopes' || entry.resource_type !== 'workspace_user',
  )
  if (changes.length === 0) return null
  const budget = changes.every(({ path }) => path.startsWith('usage_limits')) ? budgetWords(entry, before, after) : null
  if (budget) return budget
  const [only] = changes
  if (changes.length === 1 && only) return oneWords(entry, only)
  const named = [...new Set(changes.map(({ path }) => memberWords(path)))]
  const shown = named.slice(0, MAX_NAMED).join(', ')
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : ''
  return [{ text: 'changed ' }, ...thing(entry), { text: `: ${shown}${more}` }]
}

function budgetWords(entry: AuditEntry, before: unknown, after: unknown): Part[] | null {
  const [was, is] = [budgetIn(before), budgetIn(after)]
  const words = (budget: Readonly<Record<string, unknown>>) => {
    const limit = Number(budget['credit_limit'])
    return (budget['type'] ?? 'cost') === 'cost' ? money(limit) : `${count(limit)} ${String(budget['type'])}`
  }
  if (!was && is) return [{ text: 'set the budget of ' }, ...thing(entry), { text: ` to ${words(is)}` }]
  if (was && !is) return [{ text: 'removed the budget of ' }, ...thing(entry), { text: ` (it was ${words(was)})` }]
  if (!was || !is || was['credit_limit'] === is['credit_limit'] || (was['type'] ?? 'cost') !== (is['type'] ?? 'cost'))
    return null
  const verb = Number(is['credit_limit']) > Number(was['credit_limit']) ? 'raised' : 'lowered'
  return [{ text: `${verb} the budget of ` }, ...thing(entry), { text: ` from ${words(was)} to ${words(is)}` }]
}

function oneWords(entry: AuditEntry, change: Change): Part[] {
  if (change.path === 'name' && typeof change.before === 'string') {
    return [{ text: 'renamed ' }, { text: change.before, isStrong: true }, { text: ` to ${valueWords(change.after)}` }]
  }
  const words = ` from ${valueWords(change.before)} to ${valueWords(change.after)}`
  return [{ text: `changed ${memberWords(change.path)} of ` }, ...thing(entry), { text: words }]
}

function thing(entry: AuditEntry): Part[] {
  const kind = RESOURCES[entry.resource_type] ?? entry.resource_type.replaceAll('_', ' ')
  const name = entry.target_name ?? entry.target_id
  return name === null ? [{ text: `the ${kind}` }] : [{ text: `the ${kind} ` }, { text: name, isStrong: true }]
}

function strong(entry: AuditEntry): Part {
  return { text: entry.target_name ?? entry.target_id ?? 'someone', isStrong: true }
}

function roleWords(entry: AuditEntry): string {
  const after = readState(entry.after)
  return isObject(after) && typeof after['role'] === 'string' ? ` as ${after['role']}` : ''
}

function memberWords(path: string): string {
  return path.replaceAll('_', ' ').replaceAll('.', ' › ')
}

const LONGEST = 60

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
