/** Checks that only certain folders access the network, databases, the environment and the clock. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isTestMaterial, PROJECT_FOLDER, projectFiles } from './project-files.mjs'

/**
 * `allowed` are the paths that may use the listed globals and modules. `globals` are global names and their members.
 * `imports` are modules; `harmless` names may be imported from them anywhere. A rule applies to the folder `inside`, or
 * else to all of server/src.
 */
const RULES = [
  {
    text: 'Outbound calls are made only in egress/, which checks every address. Commands call a gateway in cli/remote.ts and the storage that an operator names in backup/s3-target.ts. Logged bodies go to such a storage in records/objects/s3-objects.ts. TLS connections of clients are copied to the HTTP server of the same process in app/tls/tls-listener.ts. core/runtime/http-thread.ts starts the thread of fetch. cli/workers/choose-port.ts connects to its own listener.',
    allowed: [
      'server/src/egress/',
      'server/src/cli/remote.ts',
      'server/src/backup/s3-target.ts',
      'server/src/records/objects/s3-objects.ts',
      'server/src/app/tls/tls-listener.ts',
      'server/src/core/runtime/http-thread.ts',
      'server/src/cli/workers/choose-port.ts',
    ],
    globals: ['fetch', 'globalThis.fetch', 'Bun.fetch', 'Bun.connect', 'Bun.S3Client', 'Bun.s3', 'WebSocket'],
    imports: ['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'undici'],
    harmless: ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'createSecureContext'],
  },
  {
    text: 'SQL is used only in stores/sql/ and records/.',
    allowed: ['server/src/stores/sql/', 'server/src/records/'],
    globals: ['Bun.sql', 'Bun.SQL', 'Bun.postgres'],
    imports: ['bun:sqlite', 'kysely', 'pg', 'postgres'],
  },
  {
    text: 'Redis is used only in stores/redis/.',
    allowed: ['server/src/stores/redis/'],
    globals: ['Bun.redis', 'Bun.RedisClient'],
    imports: ['redis', 'ioredis'],
  },
  {
    text: 'The environment is read only in settings.ts, and by commands in cli/.',
    allowed: ['server/src/settings.ts', 'server/src/cli/'],
    globals: ['process.env', 'Bun.env', 'import.meta.env'],
    imports: ['node:process', 'process'],
  },
  {
    text: 'Threads are started only with startThread, which checks that file descriptors are free. Bun ends the process otherwise.',
    allowed: ['server/src/core/runtime/start-thread.ts'],
    globals: ['Worker'],
    imports: ['node:worker_threads', 'worker_threads'],
  },
  {
    text: 'Policies use neither the clock nor random numbers: both are arguments.',
    inside: 'server/src/policies/',
    allowed: [],
    globals: ['Date.now', 'performance.now', 'Bun.nanoseconds', 'process.hrtime', 'Math.random', 'new Date'],
    imports: [],
  },
  {
    text: 'Write members of Bun as Bun.x, so that this check can see them.',
    allowed: [],
    globals: [],
    imports: ['bun'],
  },
]

/** Members that read a whole Request, Response or stream into memory, whatever its size. */
const WHOLE_READERS = new Set(['text', 'json', 'arrayBuffer', 'bytes', 'blob', 'formData'])
const WHOLE_RULE =
  'Read external data with core/body/read-response.ts, which limits size and time. Exceptions are listed in scripts/check-boundaries.mjs.'
const WHOLE_GLOBALS = /^Bun\.readableStreamTo/
const WHOLE_IMPORTS = ['node:stream/consumers', 'stream/consumers']

/** Exceptions: files that limit the size themselves, or that do not read external data. */
const MAY_READ_WHOLE = {
  'server/src/gateway/receive/request-body.ts': 'request bodies: their length is checked and their memory held before',
  'server/src/control/read-body.ts': 'bodies of administrative calls: bounded there',
  'server/src/control/read-input.ts': 'bodies of administrative calls: bounded there',
  'server/src/gateway/attempt/provider-response.ts': 'answers whose Content-Length is at most 256 KiB',
  'server/src/egress/http/http-call.ts': 'is what the line above calls',
  'server/src/providers/mock/read-body.ts': 'the built-in mock: at most 64 KiB by Content-Length',
  'server/src/providers/mock/files.ts': 'the built-in mock: body already limited by read-body.ts',
  'server/src/providers/mock/respond.ts': 'the built-in mock: body already limited by read-body.ts',
  'server/src/app/tls/load-certificate.ts': 'files that the operator names: read up to 1 MiB',
  'server/src/app/observation.ts': 'text() of our own metrics',
  'server/src/observe/request-metrics.ts': 'text() of our own metrics',
  'server/src/backup/s3-target.ts': 'objects of a backup: read up to the size of a chunk or a manifest',
  'server/src/records/objects/s3-objects.ts': 'blocks of bodies: read up to a limit',
  'server/src/core/compress-response.ts': 'text() of our own documents',
}

const problems = []
const files = projectFiles('server/src').filter((path) => path.endsWith('.ts') && !isTestMaterial(path))
for (const path of files) {
  const rules = RULES.filter(
    (rule) => path.startsWith(rule.inside ?? '') && !rule.allowed.some((allowed) => path.startsWith(allowed)),
  )
  checkFile(path, rules)
}
// Guards against a broken file search, which would let everything pass.
if (files.length < 40) problems.push(`only ${files.length} source files were found; expected more`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function checkFile(path, rules) {
  const source = ts.createSourceFile(
    path,
    readFileSync(join(PROJECT_FOLDER, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const report = (node, text, rule) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    problems.push(`${path}:${line + 1}: ${text}. ${rule.text}`)
  }
  const visit = (node) => {
    if (ts.isTypeNode(node)) return
    if (ts.isImportDeclaration(node)) {
      if (WHOLE_IMPORTS.includes(node.moduleSpecifier.text)) report(node, 'reads whole streams', { text: WHOLE_RULE })
      return checkImport(node, rules, report)
    }
    const text = externalName(node)
    const rule = text === null ? undefined : rules.find((candidate) => candidate.globals.includes(text))
    if (rule) report(node, text, rule)
    if (!(path in MAY_READ_WHOLE) && readsWhole(node, text))
      report(node, node.getText().slice(0, 60), { text: WHOLE_RULE })
    ts.forEachChild(node, visit)
  }
  visit(source)
}

function checkImport(node, rules, report) {
  const rule = rules.find((candidate) => candidate.imports.includes(node.moduleSpecifier.text))
  if (!rule || node.importClause?.isTypeOnly) return
  const names = node.importClause?.namedBindings?.elements ?? []
  const harmless = names.every(
    (name) => name.isTypeOnly || rule.harmless?.includes((name.propertyName ?? name.name).text),
  )
  if (names.length === 0 || !harmless) report(node, `imports ${node.moduleSpecifier.text}`, rule)
}

/** The node as RULES write it, such as `fetch`, `Bun.sql`, `import.meta.env` or `new Date`; null for others. */
function externalName(node) {
  if (ts.isPropertyAccessExpression(node)) return `${node.expression.getText()}.${node.name.text}`
  if (ts.isNewExpression(node) && !node.arguments?.length) return `new ${node.expression.getText()}`
  return ts.isIdentifier(node) && isFreeName(node) ? node.text : null
}

/** Excludes member names (`{ fetch() {} }`, `server.fetch`), which are not the global of the same name. */
function isFreeName(node) {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return parent.name !== node && parent.propertyName !== node
}

/** Matches `response.text()`, `request['json']()` and `Bun.readableStreamToText`. Local files are not external data. */
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
