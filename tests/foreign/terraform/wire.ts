/** The calls of the Terraform provider for Portkey: create, read twice, update, delete. */

import { expect } from 'bun:test'
import { decodeProblems, type Shape } from './go-decode.ts'

export type Body = Readonly<Record<string, unknown>>

export class Wire {
  constructor(
    readonly baseURL: string,
    readonly key: string,
  ) {}

  async send(method: string, path: string, body?: object): Promise<Body> {
    const { status, text } = await this.#call(method, path, body)
    if (status < 200 || status > 299) throw new Error(`${method} ${path} returned HTTP ${status}: ${text}`)
    return JSON.parse(text) as Body
  }

  /** Reads twice, because Terraform reads again for every plan and reports any difference as drift. */
  async read(shape: Shape, path: string): Promise<Body> {
    const first = await this.send('GET', path)
    expect(decodeProblems(shape, first)).toEqual([])
    expect(await this.send('GET', path)).toEqual(first)
    return first
  }

  async expectGone(path: string): Promise<void> {
    expect((await this.#call('GET', path)).status).toBe(404)
  }

  async #call(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.baseURL}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-portkey-api-key': this.key },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
}

/** A value that Terraform reads as not set. */
export function expectUnset(value: unknown): void {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  expect(isEmpty || value === '' ? null : (value ?? null)).toBeNull()
}
