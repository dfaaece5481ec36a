import { expect, test } from 'bun:test'
import { ApiError } from '../../api/api-error.ts'
import { createNamed, namedBody, renamed } from './named.ts'

test('the slug follows the name until it is edited', () => {
  const first = renamed({ name: '', slug: '' }, 'Support chat')
  expect(first).toEqual({ name: 'Support chat', slug: 'support-chat' })
  expect(renamed({ ...first, slug: 'chat' }, 'Support')).toEqual({ name: 'Support', slug: 'chat' })
})

test('without a slug the gateway generates one', () => {
  expect(namedBody({ name: ' 日本 ', slug: ' ' })).toEqual({ name: '日本' })
  expect(namedBody({ name: 'Chat', slug: 'chat ' })).toEqual({ name: 'Chat', slug: 'chat' })
})

test('a suggested slug that is taken gets a number, a typed one is refused', async () => {
  const taken = new Set(['chat', 'chat-2'])
  const create = async ({ slug = '' }: { slug?: string }) => {
    if (taken.has(slug)) throw new ApiError({ status: 409, code: 'conflict', message: 'taken', param: 'slug' })
    return slug
  }
  expect(await createNamed({ name: 'Chat', slug: 'chat' }, create)).toBe('chat-3')
  await expect(createNamed({ name: 'Support', slug: 'chat' }, create)).rejects.toThrow('taken')
})
