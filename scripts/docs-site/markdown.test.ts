import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { searchDocs } from '../../server/src/control/docs/docs-site.ts'
import { propertyRuns } from '../../tests/harness/property-runs.ts'
import { renderMarkdown } from './markdown.ts'

const htmlOf = (text: string) => renderMarkdown(text).body.html

test('headings get the anchors other readers of Markdown give them, each once', () => {
  const { headings, title } = renderMarkdown(
    '# The `first` one\n\n## Rate limits, and more!\n\n## Rate limits, and more!\n',
  )
  expect(title).toBe('The first one')
  expect(headings.map(({ anchor }) => anchor)).toEqual([
    'the-first-one',
    'rate-limits-and-more',
    'rate-limits-and-more-1',
  ])
  expect(renderMarkdown('### `budget_exhausted`').headings[0]?.anchor).toBe('budget_exhausted')
})

test('code keeps its characters and its marks', () => {
  expect(htmlOf('```sh\na **b** <c> `d`\n# no heading\n```')).toContain(
    '<code>a **b** &lt;c&gt; `d`\n# no heading</code>',
  )
  expect(htmlOf('say `a|**b**<c>`')).toBe('<p>say <code>a|**b**&lt;c&gt;</code></p>')
})

test('tables have a head, cells with marks, and bars that are escaped', () => {
  const html = htmlOf('| a | b |\n|---|---|\n| `x \\| y` | **z** |\n')
  expect(html).toContain('<th scope="col">a</th>')
  expect(html).toContain('<td><code>x | y</code></td><td><strong>z</strong></td>')
  expect(htmlOf('| | |\n|---|---|\n| a | b |')).not.toContain('<thead>')
})

test('list items can span lines; a table or paragraph after text starts a new block', () => {
  expect(htmlOf('- one\n  more\n- two')).toBe('<ul><li>one\nmore</li><li>two</li></ul>')
  expect(htmlOf('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>')
  expect(htmlOf('text\n- item')).toBe('<p>text</p><ul><li>item</li></ul>')
})

test('a comment on its own line is not rendered', () => {
  expect(htmlOf('<!-- made by a program -->\ntext <!-- here -->')).toBe('<p>text &lt;!-- here --&gt;</p>')
})

test('links to pages that are not served become plain text', () => {
  expect(htmlOf('[b](budgets.md#alerts)')).toContain('href="/docs/budgets#alerts"')
  expect(htmlOf('[o](clients/openai.md#python)')).toContain('href="/docs/clients/openai#python"')
  expect(htmlOf('[`c`](errors.md#c)')).toContain('<a href="/docs/errors#c"><code>c</code></a>')
  expect(htmlOf('[o](https://example.com/?a=1&b="2)')).toContain('href="https://example.com/?a=1&amp;b=&quot;2"')
  for (const target of ['../README.md', 'javascript:alert', '//evil.example', 'data:text/html,x']) {
    expect(htmlOf(`[words](${target})`)).toBe('<p>words</p>')
  }
})

test('for any text, only our own tags are emitted and all other angle brackets are escaped', () => {
  const ours =
    /<\/?(p|h[1-4]|ul|ol|li|pre|code|strong|em|a|div|table|thead|tbody|tr|th|td)( (id|href|class|tabindex|scope|aria-label)="[^"<>]*")*>/g
  const piece = fc.constantFrom(
    '<b>',
    '"',
    "'",
    '&',
    '`',
    '**',
    '*',
    '[a](b.md)',
    '[x](javascript:y)',
    '|',
    '\n',
    '\n\n',
    '# ',
    '- ',
    '```',
    '\\',
    'word',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 30 }), (parts) => {
      const left = htmlOf(parts.join('')).replace(ours, '')
      expect(left).not.toMatch(/[<>]/)
      expect(left).not.toContain('"')
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('the search requires every word and ranks titles first', () => {
  const { sections } = renderMarkdown('# Page\n\n## Other\n\nretry and wait\n\n## Retry\n\nwait here\n')
  const pages = [{ slug: 'page', title: 'Page', sections }]
  expect(searchDocs(pages, 'retry wait').map(({ title }) => title)).toEqual(['Retry', 'Other'])
  expect(searchDocs(pages, 'retry nothing')).toEqual([])
  expect(searchDocs(pages, '   ')).toEqual([])
})
