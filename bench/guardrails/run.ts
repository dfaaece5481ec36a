/**
 * Measures the checks that look for personal data, secrets and prompt injections: precision and recall by type,
 * compared with openredaction, false findings on harmless texts, and CPU of all local checks. Usage:
 * `bun bench/guardrails/run.ts <folder of samples>`, or GATEHOUSE_SAMPLES. The folder contains pii-labelled.json and
 * prompt-injections.json. `--cpu`: only CPU.
 */

import type { SpanCheck, WholeCheck } from '../../server/src/guardrails/check.ts'
import { inputOf } from '../../server/src/guardrails/checks/sample-input.ts'
import { PII_TYPES } from '../../server/src/guardrails/pii/pii-types.ts'
import { compileCheck, compileSpanCheck } from '../../server/src/guardrails/test-feed.ts'
import { openRedactionSpans } from './openredaction.ts'
import { printCpu } from './print-cpu.ts'
import {
  documentation,
  harmlessSentences,
  type Injection,
  joined,
  type LabelledText,
  readSamples,
  samplesFolder,
} from './samples.ts'
import { type Labelled, type Row, Scores } from './score.ts'

const pii = compileSpanCheck('default.pii')
const everything = compileSpanCheck('default.pii', { types: PII_TYPES })
const secrets = compileSpanCheck('default.secrets')
const injection = compileCheck('default.promptInjection') as WholeCheck

const folder = samplesFolder()
if (folder === null) console.log('No folder of samples: recall is not measured. Name one, or set GATEHOUSE_SAMPLES.\n')
if (!process.argv.includes('--cpu')) await printAccuracy()
if (!(await printCpu(folder))) process.exitCode = 1

async function printAccuracy(): Promise<void> {
  if (folder !== null) {
    await printTypes(readSamples<LabelledText>(folder, 'pii-labelled.json'))
    printInjections(readSamples<Injection>(folder, 'prompt-injections.json'))
  }
  await printHarmless()
}

async function printTypes(samples: readonly LabelledText[]): Promise<void> {
  const ours = new Scores()
  const theirs = new Scores()
  for (const { text, spans } of samples) {
    ours.add(spans, spansOf(everything, text))
    theirs.add(spans, await openRedactionSpans(text))
  }
  console.log(
    `Personal data: ${samples.length} labelled texts, all types. A finding is right if it overlaps a label of its type.`,
  )
  console.log(
    '"covered": labels that a finding of any type overlaps, so that a redaction hides them at least in part.\n',
  )
  console.log('                              gatehouse                    openredaction')
  console.log('type                labels    precision recall covered     precision recall covered')
  const types = [...ours.rows].filter(([, row]) => row.labelled > 0).toSorted((a, b) => b[1].labelled - a[1].labelled)
  for (const [type, row] of types) printRow(type, row, theirs.rows.get(type))
  printRow('all labels', total(ours), total(theirs))
  console.log()
}

function printRow(type: string, ours: Row, theirs: Row | undefined): void {
  const cells = (row: Row | undefined) =>
    row === undefined
      ? '        -      -       -'
      : `${share(row.right, row.found).padStart(9)} ${share(row.recalled, row.labelled).padStart(6)} ${share(row.covered, row.labelled).padStart(7)}`
  console.log(`${type.padEnd(20)}${String(ours.labelled).padStart(6)}    ${cells(ours)}     ${cells(theirs)}`)
}

function total(scores: Scores): Row {
  const sum: Row = { labelled: 0, recalled: 0, covered: 0, found: 0, right: 0 }
  for (const row of scores.rows.values()) for (const key of Object.keys(sum) as (keyof Row)[]) sum[key] += row[key]
  return sum
}

function printInjections(samples: readonly Injection[]): void {
  console.log(
    `Prompt injections: ${samples.length} attempts, found at the default threshold. Many of them are harmless questions that`,
  )
  console.log('only the instructions of an application forbid: no heuristic can see those.\n')
  for (const type of [...new Set(samples.map((sample) => sample.type))]) {
    const some = samples.filter((sample) => sample.type === type)
    console.log(`${type.padEnd(34)} ${found(some)}`)
    for (const variant of [...new Set(some.map((sample) => sample.variant))].toSorted())
      console.log(`  ${variant.padEnd(32)} ${found(some.filter((sample) => sample.variant === variant))}`)
  }
  console.log()
}

function found(samples: readonly Injection[]): string {
  const count = samples.filter(({ text }) => isInjection(text)).length
  return `${share(count, samples.length).padStart(6)}  ${count} of ${samples.length}`
}

async function printHarmless(): Promise<void> {
  const sentences = harmlessSentences()
  const sets: readonly (readonly [string, readonly string[]])[] = [
    ['sentences of nlp-corpus', sentences],
    ['questions among them', sentences.filter((text) => text.trimEnd().endsWith('?'))],
    ['pieces of 2,000 characters', joined(sentences, 2000)],
    ['paragraphs of docs/', documentation()],
  ]
  console.log(
    'Harmless texts with a finding. The corpus contains some real e-mail addresses, phone numbers and street addresses.\n',
  )
  console.log('texts                          count       pii   secrets  injection   openredaction (first 1,000)')
  for (const [name, texts] of sets) {
    const first = texts.slice(0, 1000)
    let theirs = 0
    for (const text of first) if ((await openRedactionSpans(text)).length > 0) theirs++
    const counts = [hits(pii, texts), hits(secrets, texts), texts.filter(isInjection).length]
    console.log(
      `${name.padEnd(28)}${String(texts.length).padStart(8)}  ${counts.map((count) => String(count).padStart(8)).join('  ')}   ${share(theirs, first.length).padStart(14)}`,
    )
  }
  console.log()
}

function spansOf(check: SpanCheck, text: string): readonly Labelled[] {
  return check.find(text, 0).map(({ label, start, end }) => ({ type: label, start, end }))
}

function hits(check: SpanCheck, texts: readonly string[]): number {
  return texts.filter((text) => check.find(text, 0).length > 0).length
}

function isInjection(text: string): boolean {
  return !injection.run(inputOf([{ text }])).verdict
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`
}
