/**
 * Measures hit rate and false hits over the labelled pairs: `measure.ts [encoder folder ...]` writes RESULTS.md and
 * plot.svg.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Objection, objectionTo } from '../../server/src/cache/semantic/guard/objection.ts'
import { lengthOf, productAt, quantise } from '../../server/src/cache/semantic/index/vectors.ts'
import { encodersAtHand, type Measured } from './encoders.ts'
import { type Pair, readPairs } from './pairs.ts'
import { type Line, type Point, plot } from './plot.ts'

const THRESHOLDS = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.95, 0.97, 0.99]

type Judged = { readonly pair: Pair; readonly similarity: number; readonly objection: Objection | null }

async function judge(encoder: Measured, pairs: readonly Pair[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const pair of pairs) {
    const [one, other] = [quantise(await encoder.embed(pair.one)), quantise(await encoder.embed(pair.other))]
    const similarity = one && other ? productAt(one, other, 0) / (lengthOf(one) * lengthOf(other)) : 0
    judged.push({ pair, similarity, objection: objectionTo(pair.other, pair.one) })
  }
  return judged
}

function pointAt(judged: readonly Judged[], threshold: number, isGuarded: boolean): Point {
  const served = judged.filter(
    ({ similarity, objection }) => similarity >= threshold && (!isGuarded || objection === null),
  )
  const right = served.filter(({ pair }) => pair.isSame).length
  const all = judged.filter(({ pair }) => pair.isSame).length
  return { threshold, hitRate: right / all, falseShare: served.length === 0 ? 0 : 1 - right / served.length }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function table(judged: readonly Judged[]): string {
  const rows = THRESHOLDS.map((threshold) => {
    const [bare, guarded] = [pointAt(judged, threshold, false), pointAt(judged, threshold, true)]
    const cells = [bare, guarded].flatMap(({ hitRate, falseShare }) => [percent(hitRate), percent(falseShare)])
    return `| ${[threshold.toFixed(2), ...cells].join(' | ')} |`
  })
  const head = '| threshold | hits, no guard | wrong, no guard | hits, guard | wrong, guard |\n|---|---|---|---|---|'
  return `${head}\n${rows.join('\n')}`
}

function byFile(judged: readonly Judged[], threshold: number): string {
  const files = [...new Set(judged.map(({ pair }) => pair.file))]
  const rows = files.map((file) => {
    const own = judged.filter(({ pair }) => pair.file === file)
    const { hitRate, falseShare } = pointAt(own, threshold, true)
    const same = own.filter(({ pair }) => pair.isSame).length
    return `| ${file} | ${same} | ${own.length - same} | ${percent(hitRate)} | ${percent(falseShare)} |`
  })
  return `| pairs | same | different | hits | wrong |\n|---|---|---|---|---|\n${rows.join('\n')}`
}

const pairs = readPairs()
const lines: Line[] = []
const sections: string[] = []
for (const encoder of await encodersAtHand(process.argv.slice(2))) {
  const judged = await judge(encoder, pairs)
  for (const isGuarded of [true, false]) {
    lines.push({ name: encoder.name, isGuarded, points: THRESHOLDS.map((at) => pointAt(judged, at, isGuarded)) })
  }
  sections.push(
    `## ${encoder.name}\n\n${table(judged)}\n\nWith the guard at 0.80, by file:\n\n${byFile(judged, 0.8)}\n`,
  )
}
const same = pairs.filter(({ isSame }) => isSame).length
const head = `# Semantic cache: measured

${pairs.length} pairs: ${same} paraphrases, which one response serves, and ${pairs.length - same} near-misses. Hits: share of paraphrases served.
Wrong: share of near-misses among everything served. Every file except later-3 was used to improve the guard, so **these
figures are not an estimate for unseen questions**: README.md has the first run of each later file. Created by
\`node bin/bun.mjs bench/semantic/measure.ts <encoder folder>\`; see README.md.

![hit rate against wrong hits](plot.svg)

`
writeFileSync(join(import.meta.dir, 'RESULTS.md'), head + sections.join('\n'))
writeFileSync(join(import.meta.dir, 'plot.svg'), plot(lines))
process.stdout.write(head + sections.join('\n'))
