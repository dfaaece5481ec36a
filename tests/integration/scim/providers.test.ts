import { expect, test } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { PROVIDERS, play } from './play-requests.ts'

const gateway = await shareGateway()
const token = (await new ControlScene(gateway).adminKey(['scim.provision'])).headers['x-gateway-api-key']!

test.each(PROVIDERS.map((one) => [one.provider, one] as const))('%s: the documented requests work', async (_, one) => {
  expect(one.steps.length).toBeGreaterThan(20)
  await play(one, [gateway], token)
})
