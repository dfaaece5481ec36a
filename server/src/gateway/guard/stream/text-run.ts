/** Passes one text of a stream through all checks, then restores its placeholders. */

import { type JsonLeaves, jsonLeaves, withLeaves } from '../json-leaves.ts'
import { runCheck, type StageCheck, StageRun } from './stage-run.ts'

/** `guarded`: after the guardrails, as it is logged. `sent`: with placeholders restored. */
export type CheckedText = { readonly guarded: string; readonly sent: string }

/** What every text of a stream passes through. */
export type Stages = {
  /** In order: each check sees the text as the checks before it changed it. */
  readonly guards: readonly StageCheck[]
  /** Null if nothing is restored. */
  readonly restorer: StageCheck | null
}

type Emit<Ref> = (ref: Ref, text: string) => void

/** A text that arrives in segments. */
export class TextRun<Ref> {
  readonly push: Emit<Ref>
  readonly #runs: StageRun<Ref>[] = []
  readonly #guardCount: number

  constructor({ guards, restorer }: Stages, path: string, onGuarded: Emit<Ref>, onSent: Emit<Ref>) {
    this.#guardCount = guards.length
    const restore = restorer ? this.#add(restorer, path, onSent) : onSent
    let next: Emit<Ref> = (ref, text) => {
      onGuarded(ref, text)
      restore(ref, text)
    }
    for (const check of guards.toReversed()) next = this.#add(check, path, next)
    this.push = next
  }

  #add(check: StageCheck, path: string, next: Emit<Ref>): Emit<Ref> {
    const run = new StageRun<Ref>(check, path, next)
    this.#runs.unshift(run)
    return (ref, text) => run.push(ref, text)
  }

  settle(isEnded: boolean): void {
    for (const run of this.#runs) run.settle(isEnded)
  }

  /** The first guard that holds a segment back; null if none does. */
  get holder(): number | null {
    const at = this.#runs.findIndex((run) => !run.isEmpty)
    return at < 0 || at >= this.#guardCount ? null : at
  }
}

/** Checks a text that is complete. */
export function checkText(stages: Stages, text: string, path: string, context = ''): CheckedText {
  let guarded = text
  for (const check of stages.guards) guarded = runCheck(check, guarded, path, context)
  const sent = stages.restorer ? runCheck(stages.restorer, guarded, path, '') : guarded
  return { guarded, sent }
}

/** Checks a JSON text, such as the arguments of a tool call: its strings, numbers and keys, decoded. */
export function checkJson(stages: Stages, text: string, path: string): CheckedText {
  if (text === '') return { guarded: '', sent: '' }
  const json = jsonLeaves(text)
  if (!json.isJson) return checkBroken(stages, json, path)
  const guarded = new Map<number, string>()
  const sent = new Map<number, string>()
  for (const [i, leaf] of json.leaves.entries()) {
    if (leaf.text === '') continue
    const at = path + leaf.path
    const context = leaf.key === '' ? '' : `${leaf.key}: `
    const checked = leaf.inner ? checkJson(stages, leaf.text, at) : checkText(stages, leaf.text, at, context)
    if (checked.guarded !== leaf.text) guarded.set(i, checked.guarded)
    if (checked.sent !== leaf.text) sent.set(i, checked.sent)
  }
  return {
    guarded: guarded.size === 0 ? text : withLeaves(json, guarded),
    sent: sent.size === 0 ? text : withLeaves(json, sent),
  }
}

/** A lenient client may read broken JSON with or without its escapes, so both are checked. */
function checkBroken(stages: Stages, { text, leaves }: JsonLeaves, path: string): CheckedText {
  const decoded = leaves[0]?.text ?? text
  const raw = checkText(stages, text, path)
  if (decoded === text) return raw
  const checked = checkText(stages, decoded, path)
  return checked.guarded === decoded && checked.sent === decoded ? raw : checked
}
