/** Formats a plan as text and as JSON. */

import { differenceLine } from '../../json-difference.ts'
import type { Output } from '../../output.ts'
import type { JsonObject } from '../../remote.ts'
import type { Step } from './plan.ts'

const MARKS = { create: '+', update: '~', delete: '-', unchanged: ' ', conflict: '!', orphan: '?' } as const

export function planOnWire(steps: readonly Step[]): JsonObject {
  const count = (action: Step['action']) => steps.filter((step) => step.action === action).length
  return {
    create: count('create'),
    update: count('update'),
    delete: count('delete'),
    unchanged: count('unchanged'),
    conflicts: count('conflict'),
    orphans: count('orphan'),
    drifted: steps.filter((step) => step.hasDrifted).length,
    steps: steps.map(({ place, action, live, changes, hasDrifted }) => ({
      place,
      action,
      id: live?.id ?? null,
      drift: hasDrifted,
      changes,
    })),
  }
}

export function planText(steps: readonly Step[], colours: Output['colours']): string {
  const paint = {
    create: colours.green,
    update: colours.yellow,
    delete: colours.red,
    conflict: colours.red,
    orphan: colours.dim,
    unchanged: colours.dim,
  }
  const lines = steps
    .filter((step) => step.action !== 'unchanged')
    .flatMap((step) => [
      `  ${paint[step.action](`${MARKS[step.action]} ${step.action.padEnd(8)}`)} ${step.place}${remark(step)}`,
      ...step.changes.map((change) => `        ${differenceLine(change)}`),
    ])
  const count = (action: Step['action']) => steps.filter((step) => step.action === action).length
  const total = `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete, ${count('unchanged')} unchanged`
  return [...lines, total].join('\n')
}

function remark({ action, hasDrifted }: Step): string {
  if (action === 'conflict') return '  exists and is not managed by files; --adopt takes it over'
  if (action === 'orphan') return '  its file was removed; --prune deletes it'
  if (action === 'create' && hasDrifted) return '  was deleted elsewhere since the last apply'
  return hasDrifted ? '  drift: changed elsewhere since the last apply' : ''
}
