/** An audit entry in one sentence. */

import type { AuditEntry } from '../../core/stores/audit-entries.ts'

/** Verbs with an irregular past tense or another word in the sentence. */
const PAST: Readonly<Record<string, string>> = { update: 'changed', reset: 'reset', withdraw: 'withdrew', run: 'ran' }

export function sentenceOf(
  entry: Pick<AuditEntry, 'actor' | 'action' | 'resource' | 'targetId' | 'targetName' | 'refusedWith'>,
): string {
  const who = entry.actor.type === 'api_key' ? `API key “${entry.actor.name}”` : entry.actor.name
  const verb = entry.action.slice(entry.resource.length + 1).replaceAll('_', ' ')
  const name = entry.targetName ?? entry.targetId
  const what = `${entry.resource.replaceAll('_', ' ')}${name === null ? '' : ` “${name}”`}`
  if (entry.refusedWith !== null) return `${who} tried to ${verb} ${what} and was refused (${entry.refusedWith}).`
  return `${who} ${pastOf(verb)} ${what}.`
}

function pastOf(verb: string): string {
  const [first = '', ...others] = verb.split(' ')
  const past = PAST[first] ?? (first.endsWith('e') ? `${first}d` : `${first}ed`)
  return [past, ...others].join(' ')
}
