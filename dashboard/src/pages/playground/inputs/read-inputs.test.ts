import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { MAX_INPUTS, readInputs } from './read-inputs.ts'

test('columns follow the order of the variables, or the order in the header', () => {
  const ada = { name: 'Ada', language: 'French' }
  expect(readInputs('Ada, French\n', ['name', 'language']).rows).toEqual([ada])
  expect(readInputs('language,name\nFrench,Ada\n\n', ['name', 'language']).rows).toEqual([ada])
  expect(readInputs('Ada\tFrench', ['name', 'language']).rows).toEqual([ada])
})

test('a single variable gets the whole line, and a short row sets only its first variables', () => {
  expect(readInputs('Hello, you\nBye', ['text']).rows).toEqual([{ text: 'Hello, you' }, { text: 'Bye' }])
  expect(readInputs('Ada', ['name', 'language']).rows).toEqual([{ name: 'Ada' }])
})

test('too many values or rows are an error, and nothing runs', () => {
  expect(readInputs('a,b,c', ['one', 'two'])).toEqual({ rows: [], problem: 'Input 1 has 3 values for 2 variables.' })
  const { rows, problem } = readInputs('x\n'.repeat(MAX_INPUTS + 1), ['one'])
  expect([rows.length, problem]).toEqual([0, `At most ${MAX_INPUTS} inputs at once.`])
  expect(readInputs('', ['one'])).toEqual({ rows: [], problem: null })
})

test('quoted spreadsheet cells are read back unchanged', () => {
  const cell = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && !text.includes('\r'))
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: MAX_INPUTS })
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(table, (rows) => {
      const hasTab = rows.flat().some((text) => text.includes('\t'))
      const written = rows.map((row) => row.map(quote).join(hasTab ? '\t' : ',')).join('\n')
      const wanted = rows.map(([name, language]) => ({ name, language }))
      const head = hasTab ? 'name\tlanguage' : 'name,language'
      expect(readInputs(`${head}\n${written}`, ['name', 'language']).rows).toEqual(wanted)
    }),
  )
})
