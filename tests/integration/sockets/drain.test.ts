import { expect, test } from 'bun:test'
import { realtimeScript } from '../../../simulators/realtime-wire.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { connectSocket } from '../../harness/socket-client.ts'
import type { Gateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

function open(gateway: Gateway, url: string, path = '/v1/realtime?model=gpt-realtime') {
  const target = { provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' }
  return connectSocket(`${gateway.url}${path}`, {
    headers: { authorization: `Bearer ${gateway.workspaceKey}`, 'x-gateway-config': JSON.stringify(target) },
  })
}

test.each(['1', '2'])(
  'SIGTERM closes idle sockets with 1012, and those in a turn after it (%s workers)',
  async (workers) => {
    await using gateway = await startGatewayProcess({
      environment: { GATEWAY_WORKERS: workers, GATEWAY_DRAIN_MS: '20000', GATEWAY_DRAIN_DELAY_MS: '0' },
    })
    await using idle = startSocketSimulator(realtimeScript())
    const finish = Promise.withResolvers<void>()
    await using busy = startSocketSimulator({
      async message(peer) {
        const response = { id: 'resp_1', status: 'in_progress' }
        peer.sendJson({ type: 'response.created', response })
        await finish.promise
        peer.sendJson({ type: 'response.done', response: { ...response, status: 'completed', usage: null } })
      },
    })
    const resting = await open(gateway, idle.url)
    const talking = await open(gateway, busy.url)
    const bridged = await open(gateway, idle.url, '/v1/responses')
    talking.sendJson({ type: 'response.create' })
    await talking.until((message) => message.includes('response.created'))
    const stopped = gateway.stop()
    expect(await resting.closed).toMatchObject({ code: 1012 })
    expect(await bridged.closed).toMatchObject({ code: 1012 })
    finish.resolve()
    await talking.until((message) => message.includes('response.done'))
    expect(await talking.closed).toMatchObject({ code: 1012 })
    expect(await stopped).toBe(0)
  },
)
