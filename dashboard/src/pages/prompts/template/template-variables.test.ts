import { expect, test } from 'bun:test'
import { templateNeeds, valueOfTyped } from './template-variables.ts'

test('variables are found once, in the order of their first use, with every form of a tag', () => {
  const { variables } = templateNeeds('{{a}} {{{ b }}} {{&c}} {{a}} {{! not me }} {{.}} {{user.name}}')
  expect(variables.map((one) => one.name)).toEqual(['a', 'b', 'c', 'user.name'])
})

test('a section stays a section if its name was a text variable before, and lists its inner variables', () => {
  const { variables } = templateNeeds('{{tickets}}{{#tickets}}{{title}}{{/tickets}}{{^none}}{{after}}{{/none}}')
  expect(variables).toEqual([
    { name: 'tickets', kind: 'section', inside: null },
    { name: 'title', kind: 'text', inside: 'tickets' },
    { name: 'none', kind: 'section', inside: null },
    { name: 'after', kind: 'text', inside: null },
  ])
})

test('partials are no variables, but the variable that names one is', () => {
  expect(templateNeeds('{{>tone}} {{> pp-tone-1@5 }} {{>>which}}')).toEqual({
    variables: [{ name: 'which', kind: 'partial-name', inside: null }],
    partials: ['tone', 'pp-tone-1@5'],
  })
})

test('braces that are no tags ask for nothing', () => {
  expect(templateNeeds('{"a": {"b": 1}} { {x} } {{').variables).toEqual([])
})

test('a list typed for a section is sent as a list, a text as a text', () => {
  expect(valueOfTyped('[{"title":"x"}]', 'section')).toEqual([{ title: 'x' }])
  expect(valueOfTyped('yes', 'section')).toBe('yes')
  expect(valueOfTyped('[1]', 'text')).toBe('[1]')
})
