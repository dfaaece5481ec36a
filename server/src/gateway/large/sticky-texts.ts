/** The texts of sticky fields that lie in the members of a large body. */

import type { Plan, Route } from '../../config/plan.ts'
import type { Exchange } from '../exchange.ts'
import type { LargeBodies } from './body-workers.ts'

/** Null when no route of the plan asks for one. */
export async function stickyTexts(
  exchange: Exchange,
  { route }: Plan,
  bodies: LargeBodies,
): Promise<ReadonlyMap<string, string> | null> {
  const { body } = exchange
  const fields = [...new Set(paramFields(route))]
  if (fields.length === 0 || body.kind !== 'bytes') return null
  const texts = await bodies.fields(exchange, body.bytes, fields)
  return new Map(fields.map((field, i) => [field, texts[i] ?? '']))
}

function* paramFields(route: Route): Iterable<string> {
  if (route.kind === 'target') return
  if (route.kind === 'loadbalance') {
    for (const field of route.sticky?.hashFields ?? []) if (field.startsWith('params.')) yield field
  }
  for (const inner of route.routes) yield* paramFields(inner)
}
