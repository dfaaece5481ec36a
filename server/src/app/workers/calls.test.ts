import { expect, test } from 'bun:test'
import { Calls } from './calls.ts'

type Down = { add: { asked: readonly [number, number]; answered: number }; note: { asked: string; answered: null } }
type Up = { name: { asked: null; answered: string } }

/** Two ends of one line; `packets` counts what travelled. */
function line() {
  const sent = { packets: 0 }
  const far: Calls<Up, Down> = new Calls((messages) => queueMicrotask(() => near.receive(structuredClone(messages))))
  const near: Calls<Down, Up> = new Calls((messages) => {
    sent.packets++
    queueMicrotask(() => far.receive(structuredClone(messages)))
  })
  return { near, far, sent }
}

test('questions of one turn travel together and each gets its own answer', async () => {
  const { near, far, sent } = line()
  far.answer('add', async ([left, right]) => {
    // The later question is answered first.
    if (left === 1) await Bun.sleep(5)
    return left + right
  })
  near.answer('name', () => 'near')
  expect(await Promise.all([near.ask('add', [1, 2]), near.ask('add', [3, 4])])).toEqual([3, 7])
  expect(sent.packets).toBe(1)
  expect(await far.ask('name', null)).toBe('near')
})

test('what the other side throws, or does not know, comes back as a failure', async () => {
  const { near, far } = line()
  await expect(near.ask('add', [1, 2])).rejects.toThrow('nobody answers add')
  far.answer('add', () => {
    throw new Error('no room')
  })
  await expect(near.ask('add', [1, 2])).rejects.toThrow('no room')
  // Nobody waits for this one: it fails in silence.
  near.tell('note', 'lost')
  await Bun.sleep(1)
})

test('the end of the other process fails what waits and what comes later, and late words are not heard', async () => {
  const { near, far } = line()
  far.answer('add', () => new Promise(() => {}))
  const waiting = near.ask('add', [1, 2])
  near.end()
  await expect(waiting).rejects.toThrow('has ended')
  await expect(near.ask('add', [1, 2])).rejects.toThrow('has ended')
  let heard = 0
  near.answer('name', () => `${++heard}`)
  near.receive([{ kind: 'ask', ticket: 1, name: 'name', asked: null }])
  await Bun.sleep(1)
  expect(heard).toBe(0)
})
