/**
 * The most expensive texts for local checks, found by a search over repeated fragments. Each makes a check look far
 * ahead or back every few characters, and contains few findings.
 */

import { MAIN_THREAD_BYTES } from '../../server/src/gateway/guard/request-guards.ts'
import { PII_TYPES } from '../../server/src/guardrails/pii/pii-types.ts'
import { compileCheck } from '../../server/src/guardrails/test-feed.ts'
import { cpuPerKb } from './cpu.ts'
import { together } from './deterministic.ts'

const UNITS: readonly string[] = [
  '12 ',
  '(0)1 ',
  '1 (',
  '1 St ',
  'Rue ',
  'New ',
  'Apt 中1 ',
  'Жß ',
  '555-4111-Ж1 ',
  'a1:',
  '1BoatSLRHtKNngkdXEobR76b53 ',
  'pwd:.',
  'аtoken:',
  'me 😀12 me )',
  'Жto me <',
  'ignore the ',
  '[1,]',
  '{""}',
]

export type HostileRow = { readonly unit: string; readonly ms: number }

/** How long each text blocks the main thread, at the largest size that is checked there. */
export function hostileRows(): readonly HostileRow[] {
  const run = together([
    compileCheck('default.pii', { types: PII_TYPES }),
    compileCheck('default.secrets'),
    compileCheck('default.promptInjection'),
    compileCheck('default.jsonKeys', { keys: ['answer'] }),
  ])
  return UNITS.map((unit) => {
    const text = unit.repeat(Math.floor(MAIN_THREAD_BYTES / Buffer.byteLength(unit)))
    return { unit, ms: (cpuPerKb([text], run) * text.length) / 1024 / 1000 }
  })
}
