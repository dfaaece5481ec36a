/** The gateway knows every field that Portkey's documentation lists, or lists it as unknown. */

import { expect, test } from 'bun:test'
import { ControlScene, withKey } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { FIELDS, UNKNOWN_FIELDS } from './portkey-fields.ts'
import { OPERATIONS, whyMissing } from './portkey-operations.ts'

/** A field that does not exist: the error about it proves that the gateway checks the fields at all. */
const NONSENSE = 'nonsense_of_the_test'
const NO_ID = '00000000-0000-4000-8000-000000000000'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const workspaceId = await scene.workspace()
const member = withKey('workspace key', gateway.workspaceKey)

test('every operation with fields is an operation, and every unknown field is listed for one', () => {
  expect(Object.keys(FIELDS).filter((operation) => !OPERATIONS.includes(operation))).toEqual([])
  expect(Object.keys(UNKNOWN_FIELDS).filter((operation) => !(operation in FIELDS))).toEqual([])
})

for (const [operation, fields] of Object.entries(FIELDS)) {
  if (whyMissing(operation) !== null) continue
  test(operation, async () => {
    expect(await unknownFields(operation, fields)).toEqual(Object.keys(UNKNOWN_FIELDS[operation] ?? {}))
  })
}

/** Removes fields that the gateway reports as unknown, until it reports only NONSENSE. */
async function unknownFields(operation: string, fields: readonly string[]): Promise<string[]> {
  const unknown: string[] = []
  for (;;) {
    const left = [...fields.filter((name) => !unknown.includes(name)), NONSENSE]
    const text = await send(operation, left)
    const named = left.filter((name) => isNamedUnknown(text, name))
    if (named.length === 0) throw new Error(`The fields were not checked: ${text}`)
    if (named[0] === NONSENSE) return unknown
    unknown.push(...named.filter((name) => name !== NONSENSE))
  }
}

async function send(operation: string, fields: readonly string[]): Promise<string> {
  const [method = '', path = ''] = operation.split(' ')
  const target = path.replace('/workspaces/{id}', `/workspaces/${workspaceId}`).replaceAll('{id}', NO_ID)
  const sent = Object.fromEntries(fields.map((name) => [name, sentValue(name)]))
  const actor = path.startsWith('/feedback') ? member : scene.admin
  const query = new URLSearchParams(fields.map((name): [string, string] => [name, String(sentValue(name))]))
  const reply =
    method === 'GET'
      ? await scene.call(actor, method, `${target}?${query}`)
      : await scene.call(actor, method, target, sent)
  return reply.text
}

/** Some operations check the workspace and the types of some fields before the names of all fields. */
function sentValue(name: string): string | boolean | null {
  if (name === 'workspace_id') return workspaceId
  if (name === 'expires_at') return '2034-01-01T00:00:00Z'
  if (name === 'reset_usage') return true
  return name.endsWith('_limits') ? null : 'x'
}

function isNamedUnknown(text: string, name: string): boolean {
  return [...text.matchAll(/Unknown (?:fields?|parameters?) ((?:\\"[^"\\]+\\"(?:, )?)+)/g)].some((match) =>
    match[1]?.includes(`\\"${name}\\"`),
  )
}
