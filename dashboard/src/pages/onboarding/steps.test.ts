import { expect, test } from 'bun:test'
import { stepsOf } from './steps.ts'

const NEW = { virtualKeys: 0, ownKeys: 0, hasRequest: false, budgets: 0 }

test('every step follows from one part of the state', () => {
  const done = (change: object) =>
    stepsOf({ ...NEW, ...change }, () => true)
      .filter((step) => step.isDone)
      .map((step) => step.name)
  expect(done({})).toEqual([])
  expect(done({ virtualKeys: 1 })).toEqual(['provider'])
  expect(done({ ownKeys: 1 })).toEqual(['key'])
  expect(done({ hasRequest: true })).toEqual(['request'])
  expect(done({ budgets: 1 })).toEqual(['budget'])
})

test('a person sees only the steps they may do', () => {
  expect(stepsOf(NEW, (scope) => scope === 'logs.list').map(({ name }) => name)).toEqual(['request'])
})
