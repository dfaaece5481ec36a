/** Prints what checks cost: CPU per KB of text, CPU before the first token of a stream, and CPU of hostile texts. */

import type { Check } from '../../server/src/guardrails/check.ts'
import { PII_TYPES } from '../../server/src/guardrails/pii/pii-types.ts'
import { compileCheck } from '../../server/src/guardrails/test-feed.ts'
import { type Corpus, corpora } from './corpora.ts'
import { cpuPerKb, cpuPerKbAsync } from './cpu.ts'
import { deterministicChecks, deterministicRows, type Row, runOf, together } from './deterministic.ts'
import { cpuOfRequest, cpuOfStream } from './first-token.ts'
import { hostileRows } from './hostile.ts'
import { openRedactionSpans } from './openredaction.ts'

/** Limit in microseconds per KB. */
const PER_KB = 30
/** Limits in milliseconds of CPU. */
const FIRST_TOKEN = 1
const BLOCKED = 50

const NAME_WIDTH = 48

/** False if a limit is missed. */
export async function printCpu(folder: string | null): Promise<boolean> {
  const texts = corpora(folder)
  const isLow = await printPerKb(texts)
  const isSoon = await printFirstToken(texts)
  const isBounded = printHostile()
  return isLow && isSoon && isBounded
}

function finders(): readonly Check[] {
  return [compileCheck('default.pii'), compileCheck('default.secrets'), compileCheck('default.promptInjection')]
}

async function printPerKb(texts: readonly Corpus[]): Promise<boolean> {
  console.log(
    `CPU in microseconds per KB (least of several turns; other work on the machine raises it). Limit: ${PER_KB}`,
  )
  console.log(
    '\n' +
      line(
        'check',
        texts.map(({ name }) => name),
      ),
  )
  const checks = finders()
  const rows: readonly Row[] = [
    ...checks.map((check) => ({ name: check.id, run: runOf(check) })),
    { name: 'default.pii, all types', run: runOf(compileCheck('default.pii', { types: PII_TYPES })) },
    { name: 'the first three together', run: together(checks) },
    ...deterministicRows(),
  ]
  console.log(
    line(
      'a loop over the characters',
      texts.map((corpus) => cpuPerKb(corpus.texts, codeUnits).toFixed(1)),
    ),
  )
  let isMet = true
  for (const { name, run } of rows) {
    const figures = texts.map((corpus) => cpuPerKb(corpus.texts, run))
    isMet &&= figures.every((figure) => figure <= PER_KB)
    console.log(
      line(
        name,
        figures.map((figure) => shown(figure, PER_KB, 1)),
      ),
    )
  }
  const theirs: string[] = []
  for (const corpus of texts)
    theirs.push((await cpuPerKbAsync(corpus.texts.slice(0, 10), openRedactionSpans)).toFixed(1))
  console.log(`${line('openredaction', theirs)}\n`)
  return isMet
}

async function printFirstToken(texts: readonly Corpus[]): Promise<boolean> {
  console.log(`CPU in milliseconds that guardrails add before the first token. Limit: ${FIRST_TOKEN}\n`)
  console.log(
    line(
      'guardrail',
      texts.map(({ name }) => name),
    ),
  )
  const all = [...finders(), ...deterministicChecks()]
  const rows: readonly (readonly [string, (list: readonly string[]) => Promise<number>])[] = [
    ['finders, first events of the stream', (list) => cpuOfStream(list, finders())],
    ['all local checks, first events of the stream', (list) => cpuOfStream(list, all)],
    ['finders, request of 4 KB', (list) => cpuOfRequest(list, finders())],
    [
      'all local checks, request of 4 KB and stream',
      async (list) => (await cpuOfRequest(list, all)) + (await cpuOfStream(list, all)),
    ],
  ]
  let isMet = true
  for (const [name, measure] of rows) {
    const cells: string[] = []
    for (const corpus of texts) {
      const figure = await measure(corpus.texts)
      isMet &&= figure <= FIRST_TOKEN
      cells.push(shown(figure, FIRST_TOKEN, 3))
    }
    console.log(line(name, cells))
  }
  console.log()
  return isMet
}

function printHostile(): boolean {
  console.log(
    `CPU in milliseconds of all finders and all types on the longest hostile texts of the main thread. Limit: ${BLOCKED}\n`,
  )
  const rows = hostileRows().toSorted((a, b) => b.ms - a.ms)
  for (const { unit, ms } of rows) console.log(line(`${JSON.stringify(unit)} repeated`, [shown(ms, BLOCKED, 1)]))
  return rows.every(({ ms }) => ms <= BLOCKED)
}

function line(name: string, cells: readonly string[]): string {
  return `${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(12)).join('')}`
}

/** A figure above its limit is marked with `!`. */
function shown(figure: number, limit: number, digits: number): string {
  return `${figure.toFixed(digits)}${figure <= limit ? ' ' : '!'}`
}

/** Reads each character once: a reference for the speed of the machine. */
function codeUnits(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i)
  return sum
}
