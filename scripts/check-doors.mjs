/** Checks that each outside thing (network, databases, environment, clock) is touched in its own folder only. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isTestMaterial, PROJECT_FOLDER, projectFiles } from './project-files.mjs'

/**
 * `globals` are free names and members of free names; `imports` are modules, with `harmless` names one may still take.
 * `inside` limits a door to some folder; without it the door holds for all of server/src.
 */
const DOORS = [
  {
    rule: 'Outbound calls are made only in egress/, where every address is checked; commands ask a gateway in cli/remote.ts.',
    doors: ['server/src/egress/', 'server/src/cli/remote.ts'],
    globals: ['fetch', 'globalThis.fetch', 'Bun.fetch', 'Bun.connect', 'WebSocket'],
    imports: ['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'undici'],
    harmless: ['isIP', 'isIPv4', 'isIPv6', 'BlockList'],
  },
  {
    rule: 'SQL is spoken only in stores/sql/ and records/.',
    doors: ['server/src/stores/sql/', 'server/src/records/'],
    globals: ['Bun.sql', 'Bun.SQL', 'Bun.postgres'],
    imports: ['bun:sqlite', 'kysely', 'pg', 'postgres'],
  },
  {
    rule: 'Redis is spoken only in stores/redis/.',
    doors: ['server/src/stores/redis/'],
    globals: ['Bun.redis', 'Bun.RedisClient'],
    imports: ['redis', 'ioredis'],
  },
  {
    rule: 'The environment is read only in settings.ts, and by commands in cli/.',
    doors: ['server/src/settings.ts', 'server/src/cli/'],
    globals: ['process.env', 'Bun.env', 'import.meta.env'],
    imports: ['node:process', 'process'],
  },
  {
    rule: 'Policies read no clock and draw no numbers: time and chance are arguments.',
    inside: 'server/src/policies/',
    doors: [],
    globals: ['Date.now', 'performance.now', 'Bun.nanoseconds', 'process.hrtime', 'Math.random', 'new Date'],
    imports: [],
  },
  {
    rule: 'Members of Bun are written as Bun.x, so that this check can see them.',
    doors: [],
    globals: [],
    imports: ['bun'],
  },
]

/** Members that read a whole Request, Response or stream into memory, however large it is. */
const WHOLE_READERS = new Set(['text', 'json', 'arrayBuffer', 'bytes', 'blob', 'formData'])
const WHOLE_RULE =
  'Outside bytes are read by core/body/read-answer.ts, within a size and a time; what else may read whole is listed in scripts/check-doors.mjs.'
const WHOLE_GLOBALS = /^Bun\.readableStreamTo/
const WHOLE_IMPORTS = ['node:stream/consumers', 'stream/consumers']

/** Files that may, each with the reason why that is bounded, or not about outside bytes. */
const MAY_READ_WHOLE = {
  'server/src/gateway/edge.ts': 'request bodies: their length is checked and their memory held before',
  'server/src/control/read-body.ts': 'bodies of administrative calls: bounded there',
  'server/src/control/read-input.ts': 'bodies of administrative calls: bounded there',
  'server/src/gateway/call/reply.ts': 'answers whose Content-Length is at most 256 KiB',
  'server/src/egress/http/http-call.ts': 'is what the line above calls',
  'server/src/providers/mock/read-body.ts': 'the built-in mock: up to 64 KiB, by the declared length',
  'server/src/providers/mock/files.ts': 'the built-in mock: bytes that read-body.ts has bounded',
  'server/src/providers/mock/respond.ts': 'the built-in mock: bytes that read-body.ts has bounded',
  'server/src/app/observation.ts': 'text() of our own metrics',
  'server/src/observe/request-metrics.ts': 'text() of our own metrics',
}

const problems = []
const files = projectFiles('server/src').filter((path) => path.endsWith('.ts') && !isTestMaterial(path))
for (const path of files) {
  const doors = DOORS.filter(
    (door) => path.startsWith(door.inside ?? '') && !door.doors.some((open) => path.startsWith(open)),
  )
  checkFile(path, doors)
}
// A check that sees nothing passes everything.
if (files.length < 40) problems.push(`only ${files.length} source files were seen: the check is blind`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function checkFile(path, doors) {
  const source = ts.createSourceFile(
    path,
    readFileSync(join(PROJECT_FOLDER, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const report = (node, text, door) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    problems.push(`${path}:${line + 1}: ${text}. ${door.rule}`)
  }
  const visit = (node) => {
    if (ts.isTypeNode(node)) return
    if (ts.isImportDeclaration(node)) {
      if (WHOLE_IMPORTS.includes(node.moduleSpecifier.text)) report(node, 'reads whole streams', { rule: WHOLE_RULE })
      return checkImport(node, doors, report)
    }
    const text = outsideName(node)
    const door = text === null ? undefined : doors.find((candidate) => candidate.globals.includes(text))
    if (door) report(node, text, door)
    if (!(path in MAY_READ_WHOLE) && readsWhole(node, text))
      report(node, node.getText().slice(0, 60), { rule: WHOLE_RULE })
    ts.forEachChild(node, visit)
  }
  visit(source)
}

function checkImport(node, doors, report) {
  const door = doors.find((candidate) => candidate.imports.includes(node.moduleSpecifier.text))
  if (!door || node.importClause?.isTypeOnly) return
  const names = node.importClause?.namedBindings?.elements ?? []
  const harmless = names.every(
    (name) => name.isTypeOnly || door.harmless?.includes((name.propertyName ?? name.name).text),
  )
  if (names.length === 0 || !harmless) report(node, `imports ${node.moduleSpecifier.text}`, door)
}

/** `fetch`, `Bun.sql`, `import.meta.env`, `new Date`: how a door's table writes this node, or null. */
function outsideName(node) {
  if (ts.isPropertyAccessExpression(node)) return `${node.expression.getText()}.${node.name.text}`
  if (ts.isNewExpression(node) && !node.arguments?.length) return `new ${node.expression.getText()}`
  return ts.isIdentifier(node) && isFreeName(node) ? node.text : null
}

/** A member's name (`{ fetch() {} }`, `server.fetch`) is not the global of the same name. */
function isFreeName(node) {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return parent.name !== node && parent.propertyName !== node
}

/** `response.text()`, `request['json']()`, `Bun.readableStreamToText`; files of this machine are not outside bytes. */
function readsWhole(node, text) {
  if (text !== null && WHOLE_GLOBALS.test(text)) return true
  if (!ts.isCallExpression(node) || node.arguments.length > 0) return false
  const callee = node.expression
  const isIndexed = ts.isElementAccessExpression(callee) && ts.isStringLiteral(callee.argumentExpression)
  const name = isIndexed
    ? callee.argumentExpression.text
    : ts.isPropertyAccessExpression(callee)
      ? callee.name.text
      : ''
  return WHOLE_READERS.has(name) && !/^Bun\.(?:file\(|stdin$)/.test(callee.expression.getText())
}
