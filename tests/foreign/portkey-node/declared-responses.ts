/** Reads from the type definitions of the portkey-ai package which members each method's response has. */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const FOLDER = join(dirname(Bun.resolveSync('portkey-ai', import.meta.dir)), 'apis')

/** Files of resources that have another name than the resource. */
const FILES: Readonly<Record<string, string>> = { logs: 'logsExport', prompts: 'generations' }

type Declarations = {
  /** Members with the text of their types. */
  readonly interfaces: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Return types by class and method. */
  readonly methods: ReadonlyMap<string, string>
}

/** Declared members that our responses lack; Portkey's own API lacks some too. Delete a line once we return it. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  'admin.workspaces.list': ['data[].users'],
  'admin.workspaces.update': [
    'id',
    'slug',
    'name',
    'description',
    'created_at',
    'is_default',
    'last_updated_at',
    'defaults',
    'object',
  ],
  // The API returns organisation_id and feedback_ids instead.
  'configs.retrieve': ['organization_id'],
  'feedback.create': ['feedback_id'],
  'feedback.update': ['feedback_id'],
  // Deprecated: the response is the completion itself.
  'generations.create': ['success', 'data'],
}

const read = new Map<string, Declarations>()

/**
 * Compares the declared members with those of a response and returns the differences from ABSENT. Also checks the first
 * item of a list.
 * @param resource the object of the client that has the method
 */
export function unexpectedMembers(resource: object, method: string, response: unknown): string[] {
  const [root = '', ...rest] = method.split('.')
  // post, get, put and delete return what the path returns.
  if (rest.length === 0) return []
  const { interfaces, methods } = declarationsOf(FILES[root] ?? root)
  const returned = methods.get(`${resource.constructor.name}.${rest.at(-1)}`)
  const name = /^APIPromise<(\w+)>$/.exec(returned ?? '')?.[1]
  const missing = missingIn(interfaces, name, response, '')
  const absent = ABSENT[method] ?? []
  return [
    ...missing.filter((member) => !absent.includes(member)),
    ...absent.filter((member) => !missing.includes(member)).map((member) => `${member}, which ABSENT lists,`),
  ]
}

function missingIn(
  interfaces: Declarations['interfaces'],
  name: string | undefined,
  value: unknown,
  path: string,
): string[] {
  const members = name === undefined ? undefined : interfaces.get(name)
  if (members === undefined || typeof value !== 'object' || value === null) return []
  const found = value as Readonly<Record<string, unknown>>
  return [...members].flatMap(([member, type]) => {
    if (!(member in found)) return [`${path}${member}`]
    const item = /^(\w+)\[\]$/.exec(type)?.[1]
    const list = found[member]
    return item !== undefined && Array.isArray(list) ? missingIn(interfaces, item, list[0], `${path}${member}[].`) : []
  })
}

function declarationsOf(file: string): Declarations {
  const known = read.get(file)
  if (known !== undefined) return known
  const text = readFileSync(join(FOLDER, `${file}.d.ts`), 'utf8')
  const source = ts.createSourceFile(`${file}.d.ts`, text, ts.ScriptTarget.Latest, true)
  const interfaces = new Map<string, Map<string, string>>()
  const methods = new Map<string, string>()
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) interfaces.set(statement.name.text, membersOf(statement))
    if (ts.isClassDeclaration(statement))
      for (const member of statement.members)
        if (ts.isMethodDeclaration(member) && member.type)
          methods.set(`${statement.name?.text}.${member.name.getText()}`, member.type.getText())
  }
  const declarations = { interfaces, methods }
  read.set(file, declarations)
  return declarations
}

function membersOf(declaration: ts.InterfaceDeclaration): Map<string, string> {
  const signatures = declaration.members.filter((member) => ts.isPropertySignature(member))
  return new Map(signatures.map((member) => [member.name.getText(), member.type?.getText() ?? '']))
}
