import { expect, test } from 'bun:test'
import { chunkImports, type ModuleGraph } from './dashboard-chunks.ts'

const MODULES: Record<string, { readonly bytes?: number; readonly imports?: string[]; readonly loads?: string[] }> = {
  main: { imports: ['base'], loads: ['shell'] },
  base: {},
  shell: { imports: ['base', 'menu'], loads: ['first', 'second', 'third'] },
  menu: {},
  first: { imports: ['base', 'chart'] },
  second: { imports: ['chart', 'table', 'form'] },
  third: { imports: ['table', 'form', 'scale', 'list'] },
  chart: { imports: ['scale'] },
  scale: {},
  table: { bytes: 10_000 },
  form: {},
  list: {},
}

const graph: ModuleGraph = new Map(
  Object.entries(MODULES).map(([path, { bytes = 100, imports = [], loads = [] }]) => [
    path,
    { bytes, imports, dynamicImports: loads },
  ]),
)

/** The pages that load each module, after all entries import what they are told. */
function loadedBy(maxShared: (page: string) => number): Map<string, string> {
  const imports = chunkImports(graph, { main: 'main', shell: 'shell', maxShared })
  const users = new Map<string, string[]>()
  for (const [entry, modules] of imports) {
    if (entry === 'shell') continue
    for (const module of modules) users.set(module, [...(users.get(module) ?? []), entry])
  }
  return new Map([...users].map(([module, pages]) => [module, pages.sort().join()]))
}

test('without a limit only what all pages share is in the file of the shell', () => {
  const users = loadedBy(() => 9)
  expect(users.get('shell')).toBe('first,second,third')
  expect(users.get('menu')).toBe('first,second,third')
  expect(users.get('scale')).toBe('first,second,third')
  expect(users.get('chart')).toBe('first,second')
  expect(users.get('table')).toBe('second,third')
  expect(users.has('base')).toBe(false)
})

test('a page without shared files has them in the file of the shell, together with what they import', () => {
  const users = loadedBy((page) => (page === 'first' ? 0 : 9))
  expect(users.get('chart')).toBe('first,second,third')
  expect(users.get('scale')).toBe('first,second,third')
  expect(users.get('table')).toBe('second,third')
})

test('small modules are merged before large ones', () => {
  const users = loadedBy(() => 1)
  expect(users.get('chart')).toBe('first,second,third')
  expect(users.get('table')).toBe('second,third')
})

test('the shell imports everything that is in its file', () => {
  const imports = chunkImports(graph, { main: 'main', shell: 'shell', maxShared: () => 0 })
  expect(imports.get('shell')?.toSorted()).toEqual(['chart', 'form', 'menu', 'scale', 'table'])
})
