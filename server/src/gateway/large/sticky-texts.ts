/** Reads the fields of a large body that sticky routing hashes, in a worker. */

import type { Route } from '../../config/plan.ts'
import type { Planned } from '../request.ts'
import type { LargeBodies } from './body-workers.ts'

/** Null if the body is small, or if no route of the plan hashes a body field. */
export async function stickyTexts(
  { body, connection, plan }: Planned,
  bodies: LargeBodies,
): Promise<ReadonlyMap<string, string> | null> {
  const { content, facts } = body
  if (facts === null || content.kind !== 'bytes') return null
  const fields = [...new Set(paramFields(plan.route))]
  if (fields.length === 0) return null
  const texts = await bodies.fields(connection, content.bytes, fields)
  return new Map(fields.map((field, i) => [field, texts[i] ?? '']))
}

function* paramFields(route: Route): Iterable<string> {
  if (route.kind === 'target') return
  if (route.kind === 'loadbalance') {
    for (const field of route.sticky?.hashFields ?? []) if (field.startsWith('params.')) yield field
  }
  for (const inner of route.routes) yield* paramFields(inner)
}
