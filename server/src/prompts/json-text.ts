/** Follows a JSON document as it is written, so that a value can be put in without ever leaving its place. */

import { GatewayError } from '../core/errors.ts'

export class JsonText {
  #isInString = false
  #isEscaped = false

  get isInString(): boolean {
    return this.#isInString
  }

  /** Text of the template itself. */
  follow(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (this.#isEscaped) this.#isEscaped = false
      else if (code === 0x22) this.#isInString = !this.#isInString
      else if (code === 0x5c && this.#isInString) this.#isEscaped = true
    }
  }

  /** A value as it may stand here: escaped inside a string; outside, the JSON value it is, else a string. */
  value(text: string): string {
    if (this.#isEscaped) {
      throw new GatewayError('template_invalid', {
        param: 'string',
        message: 'The template has a backslash directly before a tag.',
        hint: 'Double the backslash, or remove it.',
      })
    }
    if (this.#isInString) return JSON.stringify(text).slice(1, -1)
    try {
      return JSON.stringify(JSON.parse(text))
    } catch {
      return JSON.stringify(text)
    }
  }
}
