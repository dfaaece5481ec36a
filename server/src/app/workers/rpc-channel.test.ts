import { expect, test } from 'bun:test'
import { RpcChannel } from './rpc-channel.ts'

type Down = { add: { params: readonly [number, number]; result: number }; note: { params: string; result: null } }
type Up = { name: { params: null; result: string } }

/** Two connected channels; `packets` counts the messages sent. */
function connect() {
  const sent = { packets: 0 }
  const far: RpcChannel<Up, Down> = new RpcChannel((messages) =>
    queueMicrotask(() => near.receive(structuredClone(messages))),
  )
  const near: RpcChannel<Down, Up> = new RpcChannel((messages) => {
    sent.packets++
    queueMicrotask(() => far.receive(structuredClone(messages)))
  })
  return { near, far, sent }
}

test('calls of one microtask turn are sent in one packet, and each gets its own result', async () => {
  const { near, far, sent } = connect()
  far.handle('add', async ([left, right]) => {
    // The later call gets its result first.
    if (left === 1) await Bun.sleep(5)
    return left + right
  })
  near.handle('name', () => 'near')
  expect(await Promise.all([near.call('add', [1, 2]), near.call('add', [3, 4])])).toEqual([3, 7])
  expect(sent.packets).toBe(1)
  expect(await far.call('name', null)).toBe('near')
})

test('an error of the remote handler, or an unknown method, rejects the call', async () => {
  const { near, far } = connect()
  await expect(near.call('add', [1, 2])).rejects.toThrow('no handler for add')
  far.handle('add', () => {
    throw new Error('out of memory')
  })
  await expect(near.call('add', [1, 2])).rejects.toThrow('out of memory')
  // A notification: failures are ignored.
  near.notify('note', 'lost')
  await Bun.sleep(1)
})

test('the exit of the other process rejects pending and later calls, and late messages are ignored', async () => {
  const { near, far } = connect()
  far.handle('add', () => new Promise(() => {}))
  const waiting = near.call('add', [1, 2])
  near.close()
  await expect(waiting).rejects.toThrow('has exited')
  await expect(near.call('add', [1, 2])).rejects.toThrow('has exited')
  let calls = 0
  near.handle('name', () => `${++calls}`)
  near.receive([{ kind: 'call', id: 1, name: 'name', params: null }])
  await Bun.sleep(1)
  expect(calls).toBe(0)
})
