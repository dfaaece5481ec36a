import { expect, test } from 'bun:test'
import { namedBody, renamed } from './named.ts'

test('the slug follows the name until it is edited', () => {
  const first = renamed({ name: '', slug: '' }, 'Support chat')
  expect(first).toEqual({ name: 'Support chat', slug: 'support-chat' })
  expect(renamed({ ...first, slug: 'chat' }, 'Support')).toEqual({ name: 'Support', slug: 'chat' })
})

test('without a slug the gateway generates one', () => {
  expect(namedBody({ name: ' 日本 ', slug: ' ' })).toEqual({ name: '日本' })
  expect(namedBody({ name: 'Chat', slug: 'chat ' })).toEqual({ name: 'Chat', slug: 'chat' })
})
