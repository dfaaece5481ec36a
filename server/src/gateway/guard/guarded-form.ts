/** A form that guardrails check: its text fields as changed so far. Files are not read. */

import { boundaryOf, changeForm, type FormText, formTexts, replaceFormTexts } from '../../core/body/multipart.ts'
import type { JsonObject } from '../../core/json.ts'
import type { TextPart } from '../../guardrails/check.ts'
import type { Subject } from './subject.ts'

const FILES = /^(?:file|image|mask|audio|known_speaker_references)(?:\[\d*\])?$/

/** Fields with names, numbers and switches. All others are checked. */
const PARAMETERS =
  /^(?:model|language|response_format|temperature|stream|size|quality|n|user|background|output_format|output_compression|partial_images|input_fidelity|moderation|style|timestamp_granularities|include|chunking_strategy)(?:\[\d*\])?$/

export class GuardedForm implements Subject {
  #texts: readonly FormText[] = []
  #parts: TextPart[] = []
  #checked: readonly FormText[] = []
  #unreadable: string | null = null
  #isChanged = false

  constructor(
    private form: Uint8Array,
    private readonly contentType: string,
  ) {
    this.#read()
  }

  #read(): void {
    const texts = formTexts(this.form, this.contentType, (name) => FILES.test(name))
    this.#unreadable = typeof texts === 'string' ? texts : null
    this.#texts = typeof texts === 'string' ? [] : texts
    this.#checked = this.#texts.filter(({ name, text }) => text !== '' && !PARAMETERS.test(name))
    this.#parts = this.#checked.map(({ name, text }) => ({
      path: name,
      role: 'user',
      kind: 'text',
      text,
      isLast: name === 'prompt',
    }))
  }

  get parts(): readonly TextPart[] {
    return this.#parts
  }

  /** The length of all texts that are checked, in UTF-16 code units. */
  get textLength(): number {
    return this.#parts.reduce((sum, { text }) => sum + text.length, 0)
  }

  get unreadable(): string | null {
    return this.#unreadable
  }

  get isChanged(): boolean {
    return this.#isChanged
  }

  /** The bytes with all changes. */
  get bytes(): Uint8Array {
    this.#apply()
    return this.form
  }

  /** The text fields. A field that is repeated is a list. */
  get body(): JsonObject {
    this.#apply()
    const fields: JsonObject = {}
    for (const { name, text } of this.#texts) {
      const known = fields[name]
      fields[name] = known === undefined ? text : Array.isArray(known) ? [...(known as string[]), text] : [known, text]
    }
    return fields
  }

  change(index: number, text: string): void {
    const part = this.#parts[index]
    if (!part || part.text === text) return
    this.#parts[index] = { ...part, text }
    this.#isChanged = true
  }

  /** Replaces the text fields. Files stay as they are. */
  replaceBody(body: JsonObject): void {
    const old = this.body
    const values = new Map(
      Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])),
    )
    const drops = new Set(Object.keys(old).filter((name) => !Object.hasOwn(body, name)))
    if (values.size === 0 && drops.size === 0) return
    const boundary = boundaryOf(this.contentType) ?? ''
    if (JSON.stringify([...values]).includes(`--${boundary}`)) throw new Error(BOUNDARY)
    this.#take(changeForm(this.form, boundary, values, drops))
  }

  #apply(): void {
    const changes = new Map<number, string>()
    for (const [i, { index, text }] of this.#checked.entries())
      if (this.#parts[i]!.text !== text) changes.set(index, this.#parts[i]!.text)
    if (changes.size > 0) this.#take(replaceFormTexts(this.form, boundaryOf(this.contentType) ?? '', changes))
  }

  #take(form: Uint8Array | null): void {
    if (form === null) throw new Error(BOUNDARY)
    this.form = form
    this.#isChanged = true
    this.#read()
  }
}

const BOUNDARY = 'A changed field contains the boundary of its form.'
