/** Checks conventions for files: names, opening comment, no chance and no timeouts in tests, no machine-specific paths. */

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { isTest, isTestMaterial, PROJECT_FOLDER, projectFiles } from './project-files.mjs'

const BANNED_NAMES = /(^|-)(utils?|helpers?|common|misc|manager)(-|\.|$)/
const CODE_FOLDERS = /^(server|log-filter|dashboard|sdk|simulators|tests|bench|scripts|bin)\//
const TEXT_FILE = /\.(ts|tsx|mjs|cjs|js|json|md|yml|yaml|toml|css|html|py)$|(^|\/)[^./]+$|^\.[a-z-]+$/
/** This folder and the home folders of this machine or of another. */
const MACHINE_PATHS = [
  { pattern: /(?<=^|[\s'"`=(:])(\/home\/[a-z]|\/Users\/[A-Za-z]|[A-Z]:\\Users\\)/gm, problem: 'machine-specific path' },
  {
    pattern: new RegExp(
      `(?<=^|[\\s'"\`=(:])(${[PROJECT_FOLDER, homedir()].map(escapePattern).join('|')})(/|\\b)`,
      'gm',
    ),
    problem: 'machine-specific path',
  },
]

/** Reads of a browser page that do not wait for the expected state fail when a response is slow. */
const READ_ONCE = [
  {
    pattern: /(?<!!)\bdocument\.querySelector\((?![^()]*\)( [!=]== null|\?\.))/g,
    problem: 'use locator.evaluate instead of document.querySelector: it waits for the element',
  },
  {
    pattern:
      /\bexpect\(\(?await [^\n]*\.(count\(\)\)\.toBe\(|(allTextContents|allInnerTexts|textContent|innerText|inputValue|getAttribute|is(Visible|Disabled|Enabled|Checked))\()/g,
    problem: 'use hasCount, hasTexts, hasValue, hasAttribute, isDisabled, isChecked, shows or waitFor: they wait',
  },
]

/**
 * What makes a test fail by chance. A comment on the line above allows a line: it says why the test needs it, for example
 * that time itself is tested.
 */
const CHANCES = [
  {
    pattern: /^ *await (Bun\.sleep|setTimeout)\((?!\d{1,2}\)|[^\n]*\.now\(\))/gm,
    problem: 'a fixed sleep: wait for its cause with eventually',
  },
  {
    pattern:
      /\bexpect\([^\n]*\b(performance|Date)\.now\(\)[^\n]*\)\.toBeLess|\bexpect\(\w*(elapsed|took)\w*\)\.toBeLess/gi,
    problem: 'an upper bound on elapsed time: assert the cause; times belong in bench/',
  },
  {
    pattern: /\bexpect\(\(?await \w+\.logs\(/g,
    problem: 'a log is stored after the response: use waitForLog or eventually',
  },
  {
    pattern: /\blisten\([1-9]\d{3,4}\b|\b(serve|listen)\(\{[^}]*\bport: [1-9]/g,
    problem: 'a fixed port: another test may use it; use port 0 or newPort',
  },
  { pattern: /\.flush(all|db)\(/gi, problem: 'other tests use the same Redis: use keys or a server of your own' },
  {
    pattern: /\.(get|set)(UTC)?(Hours|Minutes|Date)\(/g,
    problem: 'fails around midnight or a full hour: use a fixed time, or windowLasts',
  },
]

const problems = []
const files = projectFiles()
const code = files.filter(
  (path) =>
    CODE_FOLDERS.test(path) &&
    /\.(tsx?|mjs|cjs)$/.test(path) &&
    !path.includes('/fixtures/') &&
    !path.includes('/generated/'),
)

for (const path of code) checkCode(path, readFileSync(join(PROJECT_FOLDER, path), 'utf8'))
for (const path of files)
  if (TEXT_FILE.test(path)) checkPortable(path, readFileSync(join(PROJECT_FOLDER, path), 'utf8'))

// Guards against a broken file search, which would let everything pass.
if (code.length < 40) problems.push(`only ${code.length} source files were found; expected more`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function checkCode(path, text) {
  const name = basename(path)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(name)) problems.push(`${path}: file names are kebab-case`)
  if (BANNED_NAMES.test(name)) problems.push(`${path}: the name is too generic; name the file after its content`)
  if (!isTestMaterial(path) && !/^(#!.*\n)?\/\*\*/.test(text))
    problems.push(`${path}: start with a comment: /** Purpose of the file. */`)
  if (/@ts-(ignore|nocheck|expect-error)\b/.test(text)) problems.push(`${path}: suppressed type error`)
  if (/dangerouslySetInnerHTML|\.innerHTML\b/.test(text) && !path.startsWith('scripts/'))
    problems.push(`${path}: do not insert HTML strings`)
  if (path.startsWith('tests/dashboard/')) reportLines(path, text, READ_ONCE)
  if (!isTest(path)) return
  reportLines(path, text, CHANCES, isExplained)
  checkTimeouts(path, text)
}

/** Reports each line that a rule matches, unless `allows` it. */
function reportLines(path, text, rules, allows = () => false) {
  const lines = text.split('\n')
  for (const { pattern, problem } of rules)
    for (const { index } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length
      if (!allows(lines, line)) problems.push(`${path}:${line}: ${problem}`)
    }
}

/** Whether a comment stands above the line (the first line is 1). */
function isExplained(lines, line) {
  return /^\s*(\/\/|\*)/.test(lines[line - 2] ?? '')
}

/** Timeouts fail on a busy machine. Only a hang needs one, and scripts/run-tests.mjs sets it. */
function checkTimeouts(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const visit = (node) => {
    if (hasOwnTimeout(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      problems.push(`${path}:${line}: a test has no timeout of its own: scripts/run-tests.mjs sets it`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}

/** Whether the node is a test or hook with its own timeout. */
function hasOwnTimeout(node) {
  if (!ts.isCallExpression(node)) return false
  let called = node.expression
  while (ts.isPropertyAccessExpression(called) || ts.isCallExpression(called)) called = called.expression
  if (!ts.isIdentifier(called)) return false
  const name = called.text
  if (name === 'setDefaultTimeout') return true
  if (name === 'test' || name === 'describe') return node.arguments.length > 2
  return /^(before|after)(Each|All)$/.test(name) && node.arguments.length > 1
}

/** The repository must not contain this folder's path, this user's home, or a package registry host. */
function checkPortable(path, text) {
  reportLines(path, text, MACHINE_PATHS)
  if (path.endsWith('package-lock.json') && /"resolved":/.test(text)) {
    problems.push(`${path}: contains a registry host; set omit-lockfile-registry-resolved=true and regenerate it`)
  }
}

function escapePattern(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
