/** The gateway knows every operation of Portkey's admin API, or lists it as missing. */

import { expect, test } from 'bun:test'
import { ControlScene } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { OPERATIONS, whyMissing } from './portkey-operations.ts'

const scene = new ControlScene(await shareGateway())

for (const operation of OPERATIONS) {
  const reason = whyMissing(operation)
  test(reason === null ? operation : `${operation} is missing: ${reason}`, async () => {
    const [method = '', path = ''] = operation.split(' ')
    // The resource does not exist, so that the call changes nothing; an unknown operation has another message.
    const target = path.replaceAll('{id}', '00000000-0000-4000-8000-000000000000')
    const { status, text } = await scene.call(scene.admin, method, target, method === 'GET' ? undefined : {})
    const isRefusedAsUnknown = text.includes('The gateway has no operation') || text.includes('No provider selected')
    // A fixed path can also look like an id to us: /logs/exports/field-restrictions.
    const isKnown = !isRefusedAsUnknown && (path.includes('{id}') || status !== 404)
    expect({ status, text, isKnown }).toMatchObject({ isKnown: reason === null })
  })
}
