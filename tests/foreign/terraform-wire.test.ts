/**
 * The calls that the Terraform provider for Portkey makes in its acceptance tests: responses decode in Go, read back as
 * written, and stay the same. `npm run test:foreign` runs the acceptance tests themselves.
 */

import { expect, test } from 'bun:test'
import { ControlScene } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { FAILURES } from './terraform/failures.ts'
import { ORGANISATION_SCENARIOS } from './terraform/organisation-scenarios.ts'
import { RESOURCE_SCENARIOS } from './terraform/resource-scenarios.ts'
import { Wire } from './terraform/wire.ts'

const SCENARIOS = { ...ORGANISATION_SCENARIOS, ...RESOURCE_SCENARIOS }

const gateway = await shareGateway()
const control = new ControlScene(gateway)
let count = 0
const stage = {
  wire: new Wire(gateway.baseURL, gateway.adminKey),
  workspaceId: await control.workspace(),
  userId: (await control.person('member')).id,
  unique: (word: string) => `${word}-${++count}`,
}

test('every listed failure names a scenario', () => {
  expect(Object.keys(FAILURES).filter((name) => !(name in SCENARIOS))).toEqual([])
})

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  const reason = FAILURES[name]
  test(reason === undefined ? name : `${name} fails: ${reason}`, async () => {
    if (reason === undefined) await scenario(stage)
    else await expect(scenario(stage)).rejects.toThrow()
  })
}
