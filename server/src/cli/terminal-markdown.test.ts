import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import picocolors from 'picocolors'
import { renderForTerminal } from './terminal-markdown.ts'

const DOCS = join(import.meta.dir, '../../../docs')
const plain = picocolors.createColors(false)
const render = (text: string, columns = 60) => renderForTerminal(text, columns, plain)

test('renders headings, code, lists, links and tables without markup', () => {
  const page = [
    '# Title',
    '',
    '<!-- generated -->',
    'A **bold** word, `code` and [a page](routing.md), and',
    '[a site](https://example.com).',
    '',
    '- one',
    '  more',
    '- two',
    '',
    '```sh no-run',
    '# stays **as it is**',
    '```',
    '',
    '| name | value |',
    '|---|---|',
    '| `a \\| b` | 1 |',
  ].join('\n')
  expect(render(page)).toBe(
    [
      'Title',
      '=====',
      '',
      'A bold word, code and a page, and a site',
      '(https://example.com).',
      '',
      '  • one more',
      '  • two',
      '',
      '    # stays **as it is**',
      '',
      'name   value',
      'a | b  1',
      '',
    ].join('\n'),
  )
})

test('a wide table wraps its widest cells and keeps every word', () => {
  const words = Array.from({ length: 40 }, (_, i) => `word${i}`)
  const text = render(`| a | b |\n|---|---|\n| short | ${words.join(' ')} |\n`)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
  for (const word of words) expect(text).toContain(word)
})

test.each(readdirSync(DOCS).filter((name) => name.endsWith('.md')))('%s has no markup left outside code', (name) => {
  const text = render(readFileSync(join(DOCS, name), 'utf8'), 100)
  const prose = text.split('\n').filter((line) => !line.startsWith('    '))
  for (const line of prose) {
    expect(line).not.toMatch(/^#{1,4} |^\|---|^```|\]\([a-z-]+\.md/)
    expect(line).not.toContain('**')
  }
})

test('colours mark headings and code on a terminal', () => {
  const text = renderForTerminal('## Retry\n\nUse `retry`.', 80, picocolors.createColors(true))
  expect(text).toContain('\u001b[1mRetry\u001b[22m')
  expect(text).toContain('\u001b[36mretry\u001b[39m')
})
