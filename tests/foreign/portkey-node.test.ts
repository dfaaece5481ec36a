/** Every admin method of the portkey-ai package for Node, called as its documentation shows. */

import { expect, test } from 'bun:test'
import { ControlScene } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { controlPlaneMethods, resourceOf, unknownResources } from './portkey-node/client-methods.ts'
import { unexpectedMembers } from './portkey-node/declared-responses.ts'
import { GUARDRAIL_CASES } from './portkey-node/guardrail-cases.ts'
import { ORGANISATION_CASES, REMOVAL_CASES } from './portkey-node/organisation-cases.ts'
import { PROMPT_CASES } from './portkey-node/prompt-cases.ts'
import { RECORD_CASES } from './portkey-node/record-cases.ts'
import { REFUSED, REFUSED_FEATURES, whyRefused } from './portkey-node/refusals.ts'
import { RESOURCE_CASES } from './portkey-node/resource-cases.ts'
import { type Case, MissingId, nameOf, Scene } from './portkey-node/scene.ts'
import { UNBUILT_CASES } from './portkey-node/unbuilt-cases.ts'

const CASES = [
  ...ORGANISATION_CASES,
  ...RESOURCE_CASES,
  ...PROMPT_CASES,
  ...RECORD_CASES,
  ...GUARDRAIL_CASES,
  ...UNBUILT_CASES,
  ...REMOVAL_CASES,
]

const gateway = await shareGateway()
const scene = new Scene(gateway)
const control = new ControlScene(gateway)
await scene.keep('person', control.person('member'))
await scene.keep('default workspace', Promise.resolve({ id: await control.defaultWorkspace() }))

test('every method of the client has a case', () => {
  expect(unknownResources()).toEqual([])
  expect([...new Set(CASES.map((one) => one.method))].sort()).toEqual(controlPlaneMethods())
})

test('every listed refusal names a case', () => {
  const names = CASES.map(nameOf)
  expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(REFUSED).filter((name) => !names.includes(name))).toEqual([])
  expect(Object.keys(REFUSED_FEATURES).filter((prefix) => !names.some((name) => name.startsWith(prefix)))).toEqual([])
})

for (const one of CASES) {
  const name = nameOf(one)
  const reason = whyRefused(name)
  test(reason === null ? name : `${name} is refused: ${reason}`, async () => {
    const outcome = await outcomeOf(one)
    if (reason === null) expect(outcome).toBe('accepted')
    else expect(outcome).toMatch(/^(HTTP 4|needs )/)
  })
}

async function outcomeOf(one: Case): Promise<string> {
  try {
    const response = await one.call(scene)
    const differences = unexpectedMembers(resourceOf(scene.admin, one.method), one.method, response)
    return differences.length === 0 ? 'accepted' : `accepted, but see ${differences.join(', ')}`
  } catch (failure) {
    if (failure instanceof MissingId) return failure.message
    const { status, message } = failure as { status?: number; message?: string }
    return status === undefined ? `failed: ${message}` : `HTTP ${status}: ${message}`
  }
}
