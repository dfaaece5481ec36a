/** One definition per administrative operation; route, validation, permission and OpenAPI all come out of it. */

import type { z } from 'zod'
import type { Caller } from '../core/caller.ts'

/** Who may call: a scope the key must hold, any Admin key, or any valid gateway key. */
export type Permission = { readonly scope: string } | 'admin key' | 'any key'

export type Call<Query> = { readonly caller: Caller; readonly query: Query; readonly id: string }

export type Operation = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path after /v1; `{id}` stands for one segment. */
  readonly path: string
  readonly summary: string
  readonly permission: Permission
  readonly query: z.ZodObject
  readonly reply: z.ZodType
  handle(call: Call<unknown>): Promise<unknown>
}

/** Ties the handler's types to its schemas. */
export function endpoint<Query extends z.ZodObject, Reply extends z.ZodType>(
  definition: Omit<Operation, 'query' | 'reply' | 'handle'> & {
    readonly query: Query
    readonly reply: Reply
    handle(call: Call<z.infer<Query>>): Promise<z.input<Reply>>
  },
): Operation {
  return { ...definition, handle: (call) => definition.handle({ ...call, query: call.query as z.infer<Query> }) }
}
