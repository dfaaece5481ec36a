/** Simulates a user on one page with one input device, and counts the steps. */

import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import type { OpenPage, Theme } from '../harness.ts'
import { inPage } from '../in-page.ts'
import { focusIsKept, hasFocus, moveFocusTo, type Stop } from './focus.ts'
import { structureProblems } from './listen.ts'

export type Hand = 'mouse' | 'keyboard' | 'touch'

/** Every story runs twice, so that each theme and each device is used once, instead of all four combinations. */
export const PASSES = [
  { hand: 'mouse', theme: 'light' },
  { hand: 'keyboard', theme: 'dark' },
] as const satisfies readonly { hand: Hand; theme: Theme }[]

export type Bar = { readonly steps: number; readonly seconds: number }

/** The longest story takes 80 keys: from the list of prompts to a published version. */
const MAX_KEYS = 120

/** Users move to a near field with Tab and to a farther one with the mouse. */
const TABS_IN_A_FORM = 5

/** The keystroke-level model: times in seconds. */
const POINT_SECONDS = 1.1
const PRESS_SECONDS = 0.28
const THINK_SECONDS = 1.35

/**
 * A step is a click or a typed value, including a click that only focuses a field. Tab to a near field and Enter at the
 * end of a value are keys, not steps.
 */
export class Journey {
  readonly #steps: string[] = []
  readonly #keys: string[] = []
  readonly #stops: Stop[] = []
  #handSeconds = 0

  constructor(
    readonly opened: OpenPage,
    readonly hand: Hand,
  ) {}

  get page(): Page {
    return this.opened.page
  }

  /** Activates a button, link or checkbox with the device of this journey. */
  async press(target: Locator): Promise<void> {
    await target.waitFor()
    const name = await target.evaluate(NAME)
    if (this.hand === 'keyboard') {
      await this.#move(target)
      await this.key((await target.evaluate(IS_BOX)) ? 'Space' : 'Enter')
      return
    }
    await (this.hand === 'touch' ? target.tap() : target.click())
    this.#count(`press ${name}`, POINT_SECONDS + PRESS_SECONDS)
  }

  /** Replaces the value of a field. */
  async type(target: Locator, value: string, { isPasted = false }: { isPasted?: boolean } = {}): Promise<void> {
    await target.waitFor()
    if (this.hand === 'keyboard') await this.#move(target)
    else await this.#enter(target)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.insertText(value)
    this.#count(`type ${await target.evaluate(NAME)}`, PRESS_SECONDS * (isPasted ? 2 : value.length))
  }

  /** Selects an option of a native select: two clicks, or its first letters. */
  async choose(target: Locator, label: string): Promise<void> {
    await target.waitFor()
    if (this.hand === 'keyboard') {
      await this.#move(target)
      await this.page.keyboard.type(label)
      this.#count(`type ${label}`, PRESS_SECONDS * label.length)
      return
    }
    await target.selectOption({ label })
    this.#count(`open ${await target.evaluate(NAME)}`, POINT_SECONDS + PRESS_SECONDS)
    this.#count(`press ${label}`, POINT_SECONDS + PRESS_SECONDS)
  }

  async key(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      this.#keys.push(key)
      this.#handSeconds += PRESS_SECONDS
    }
  }

  /** After a dialog closed or a page changed: an element must have the focus, and the outline must be valid. */
  async hasValidStructure(): Promise<void> {
    if (this.hand === 'keyboard') await focusIsKept(this.page)
    expect(await structureProblems(this.page)).toEqual([])
  }

  /** Includes Tab and arrow keys. */
  get keys(): number {
    return this.#keys.length + this.#stops.length
  }

  get steps(): number {
    return this.#steps.length
  }

  /** The time a user needs by the keystroke-level model, without loading times. */
  get seconds(): number {
    return this.#handSeconds
  }

  /** Checks steps and time against the limits. For the keyboard, only the number of keys is limited. */
  isWithin({ steps, seconds }: Bar): void {
    expect(this.#stops.filter(({ problem }) => problem !== null)).toEqual([])
    if (this.keys > MAX_KEYS) throw new Error(`${this.keys} keys, the bar is ${MAX_KEYS}.`)
    if (this.hand !== 'keyboard' && this.steps > steps) {
      throw new Error(`${this.steps} steps, the bar is ${steps}:\n${this.#steps.join('\n')}`)
    }
    if (this.hand !== 'keyboard' && this.seconds > seconds)
      throw new Error(`${this.seconds.toFixed(1)} s, the bar is ${seconds} s.`)
    // Errors and foreign requests since the page was opened.
    expect([...this.opened.errors, ...this.opened.foreignRequests]).toEqual([])
  }

  async #enter(target: Locator): Promise<void> {
    for (let tabs = 0; tabs < TABS_IN_A_FORM && this.hand === 'mouse' && this.steps > 0; tabs++) {
      if (await hasFocus(target)) return
      if (!(await target.evaluate(IS_IN_FORM_OF_FOCUS))) break
      await this.key('Tab')
    }
    if (!(await hasFocus(target))) await this.press(target)
  }

  async #move(target: Locator): Promise<void> {
    // A control may be disabled until the page has its data, and cannot have the focus before.
    await target.and(this.page.locator(':not(:disabled)')).waitFor()
    const stops = await moveFocusTo(this.page, target)
    this.#stops.push(...stops)
    this.#handSeconds += PRESS_SECONDS * stops.length
  }

  #count(step: string, handSeconds: number): void {
    this.#steps.push(step)
    this.#handSeconds += handSeconds + THINK_SECONDS
  }
}

const NAME = inPage<string>(
  `return (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim().slice(0, 60)`,
)

/** Enter does not toggle these. */
const IS_BOX = inPage<boolean>(`return element.matches('[type=checkbox], [type=radio]')`)

const IS_IN_FORM_OF_FOCUS = inPage<boolean>(
  `const form = element.closest('form, dialog'); return form !== null && form.contains(document.activeElement)`,
)
