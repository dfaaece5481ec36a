/**
 * Plans by the one text that tells their wishes apart. Requests of one client are alike: comparing the rest of two wishes
 * costs less than making a key of all of it. What is rare in a wish is not looked for here.
 */

import type { Plan } from '../../config/plan.ts'
import type { PlanInputs } from './plan-inputs.ts'

const MOST = 1_000
/** Longer ones are few, and would fill the memory. */
const MAX_TEXT_LENGTH = 4_096

type Recent = { readonly workspaceId: string; readonly wish: PlanInputs; readonly plan: Plan }

export class RecentPlans {
  readonly #byText = new Map<string | null, Recent>()

  find(workspaceId: string, wish: PlanInputs): Plan | undefined {
    const recent = this.#byText.get(textOf(wish))
    return recent?.workspaceId === workspaceId && isSame(recent.wish, wish) ? recent.plan : undefined
  }

  keep(workspaceId: string, wish: PlanInputs, plan: Plan): void {
    if (!isCommon(wish)) return
    if (this.#byText.size >= MOST) this.#byText.clear()
    this.#byText.set(textOf(wish), { workspaceId, wish, plan })
  }

  clear(): void {
    this.#byText.clear()
  }
}

function textOf({ config, root }: PlanInputs): string | null {
  return config ?? root.virtualKey ?? root.provider
}

function isCommon({ root, config, prompt }: PlanInputs): boolean {
  if (prompt !== undefined || root.forwardHeaders !== null) return false
  if (config !== null && config.length > MAX_TEXT_LENGTH) return false
  for (const _ in root.settings) return false
  return true
}

function isSame(kept: PlanInputs, asked: PlanInputs): boolean {
  const [left, right] = [kept.root, asked.root]
  return (
    kept.config === asked.config &&
    kept.namedBy === asked.namedBy &&
    left.provider === right.provider &&
    left.virtualKey === right.virtualKey &&
    left.modelKey === right.modelKey &&
    left.customHost === right.customHost &&
    left.timeoutMs === right.timeoutMs &&
    left.hasCallerCredential === right.hasCallerCredential &&
    isCommon(asked)
  )
}
