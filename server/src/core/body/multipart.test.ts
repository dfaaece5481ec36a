import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { boundaryOf, changeForm, formFields } from './multipart.ts'

const boundary = 'edge-7'

async function formOf(bytes: Uint8Array) {
  return new Response(bytes, { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }).formData()
}

function body(parts: readonly { name: string; value: string; file?: string }[]): Uint8Array {
  const text = parts.map(({ name, value, file }) => {
    const filename = file === undefined ? '' : `; filename="${file}"`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${value}\r\n`
  })
  return Buffer.from(`${text.join('')}--${boundary}--\r\n`)
}

test('the boundary is read quoted and unquoted, and only for multipart/form-data', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc')
  expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b c"')).toBe('a b c')
  expect(boundaryOf('application/json; boundary=abc')).toBeNull()
  expect(boundaryOf('multipart/form-data')).toBeNull()
})

test('text fields are read and files are skipped', () => {
  const form = body([
    { name: 'model', value: 'whisper-1' },
    { name: 'file', value: 'RIFF', file: 'a.wav' },
  ])
  expect({ ...formFields(form, boundary) }).toEqual({ model: 'whisper-1' })
})

test('a field is replaced, a missing one is inserted before the file, and the file bytes do not change', async () => {
  const form = body([
    { name: 'file', value: 'RIFF\r\n\r\n\0\xff', file: 'a.wav' },
    { name: 'model', value: 'whisper-1' },
    { name: 'user', value: 'u' },
  ])
  const changed = changeForm(
    form,
    boundary,
    new Map<string, unknown>([
      ['model', 'large'],
      ['temperature', 0],
    ]),
    new Set(['user']),
  )
  const read = await formOf(changed!)
  expect(read.get('model')).toBe('large')
  expect(read.get('temperature')).toBe('0')
  expect(read.get('user')).toBeNull()
  const file = read.get('file') as File
  expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from('RIFF\r\n\r\n\0\xff'))
  expect(Buffer.from(changed!).indexOf('"model"')).toBeLessThan(Buffer.from(changed!).indexOf('"file"'))
})

test('a field name cannot break out of its header line', async () => {
  const changed = changeForm(body([]), boundary, new Map([['a"\r\nX-Evil: 1', 'v']]), new Set())
  expect(Buffer.from(changed!).toString()).not.toContain('\r\nX-Evil')
})

test('a malformed form is refused', () => {
  for (const text of [
    '',
    '--edge-7',
    '--edge-7\r\nContent-Disposition: form-data; name="a"\r\n\r\nno end',
    'no boundary at all',
  ]) {
    expect(formFields(Buffer.from(text), boundary)).toBeNull()
  }
})

test('after a change, another parser reads the old form with the change applied', async () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/)
  const value = fc
    .string({ maxLength: 40 })
    .filter((text) => !text.includes(boundary) && !/[\r\n\ud800-\udfff]/.test(text))
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ name, value }), { selector: (part) => part.name, maxLength: 5 }),
      name,
      value,
      async (parts, key, next) => {
        const changed = changeForm(body(parts), boundary, new Map([[key, next]]), new Set())
        const expected = new Map([...parts.map((part): [string, string] => [part.name, part.value]), [key, next]])
        const read = await formOf(changed!)
        expect(new Map([...read] as [string, string][])).toEqual(expected)
      },
    ),
    { numRuns: propertyRuns(200) },
  )
})
