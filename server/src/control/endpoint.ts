/** One definition per administrative operation; route, validation, permission, audit and OpenAPI all come out of it. */

import { z } from 'zod'
import type { Change } from '../core/stores/changes.ts'
import type { Reach } from '../core/stores/reach.ts'
import type { Stores } from '../core/stores/stores.ts'
import type { Principal } from './access/principal.ts'

/**
 * Who may call: the holder of a scope, anyone known, or anyone at all. `or`: the scope depends on the thing itself, so any
 * of them opens the door and the handler asks for the right one.
 */
export type Permission = { readonly scope: string; readonly or?: readonly string[] } | 'any caller' | 'public'

export type AuditTarget = {
  readonly id: string
  readonly name?: string | null
  readonly workspaceId?: string | null
  /** On public operations: who the caller turned out to be, by signing in or by using a link. */
  readonly actor?: Principal
  /** As on the wire; secrets are masked before anything is written. */
  readonly before?: unknown
  readonly after?: unknown
}

export type Call<Query, Body> = {
  /** On public operations: nobody, with no right at all. */
  readonly principal: Principal
  /** Segments of the path by their names, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  /** For reading. */
  readonly stores: Stores
  /** What the caller may see: the workspace it named or is bound to, or all of its organisation. */
  readonly reach: Reach
  /** The workspace new things belong to: the one named, the caller's own, or the default one. */
  readonly workspaceId: string
  readonly nowMs: number
  readonly origin: CallOrigin
  /**
   * The change itself, once per call: one transaction with its audit entry (and the kept answer of an Idempotency-Key).
   * Only operations with `audit` may; slow work (a password hash, a test call) is done before.
   */
  readonly change: <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>
  /** What the audit entry says of the target; to be called inside `change`. */
  readonly note: (target: AuditTarget) => void
  /** Told to the running parts after the commit. */
  readonly announce: (change: Change) => void
  /** Adds a header to the answer. */
  readonly setHeader: (name: string, value: string) => void
}

export type CallOrigin = {
  readonly ip: string
  readonly userAgent: string | null
  readonly requestId: string
  readonly traceId: string
  /** Under which the caller reached us: `https://gateway.example.com`. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

/** An answer that is no JSON: a stream or a file. */
export type RawReply = { readonly contentType: string; readonly about: string }

export type Operation = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path after /v1; `{name}` stands for one segment. */
  readonly path: string
  readonly summary: string
  readonly permission: Permission
  /** `config.create`; every operation that changes something has one. */
  readonly audit: string | null
  readonly query: z.ZodObject
  /** Null: no body is read. */
  readonly body: z.ZodType | null
  readonly reply: z.ZodType | RawReply
  /** A call that works on a fresh gateway; shown in the reference and run by a test. */
  readonly example?: Example
  handle(call: Call<unknown, unknown>): Promise<unknown>
}

export type Example = {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type Definition<Query extends z.ZodObject, Body extends z.ZodType | null, Reply extends z.ZodType | RawReply> = Omit<
  Operation,
  'audit' | 'query' | 'body' | 'reply' | 'handle'
> & {
  readonly audit?: string
  readonly query?: Query
  readonly body?: Body
  readonly reply: Reply
  handle(
    call: Call<z.infer<Query>, Body extends z.ZodType ? z.infer<Body> : null>,
  ): Promise<Reply extends z.ZodType ? z.input<Reply> : Response>
}

const NO_QUERY = z.object({})

/** Ties the handler's types to its schemas. */
export function endpoint<
  Reply extends z.ZodType | RawReply,
  Query extends z.ZodObject = typeof NO_QUERY,
  Body extends z.ZodType | null = null,
>(definition: Definition<Query, Body, Reply>): Operation {
  // The mount validates before it calls, so the handler's narrower types hold.
  return { audit: null, query: NO_QUERY, body: null, ...definition } as unknown as Operation
}
