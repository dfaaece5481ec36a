/** The definition of one admin operation. Its route, validation, permission, audit entry and OpenAPI derive from it. */

import { z } from 'zod'
import type { Change } from '../core/stores/changes.ts'
import type { Reach } from '../core/stores/reach.ts'
import type { Stores } from '../core/stores/stores.ts'
import type { Principal } from './access/principal.ts'

/**
 * Who may call: holders of a scope, any authenticated caller, or everyone. With `or`, any one of the scopes is enough to
 * reach the handler, which then checks the scope that the requested resource needs.
 */
export type Permission = { readonly scope: string; readonly or?: readonly string[] } | 'any caller' | 'public'

export type AuditTarget = {
  readonly id: string
  readonly name?: string | null
  readonly workspaceId?: string | null
  /** Public operations only: the user that signed in or used a link. */
  readonly actor?: Principal
  /** In the format of the admin API. Secrets are masked before the entry is written. */
  readonly before?: unknown
  readonly after?: unknown
}

export type OperationCall<Query, Body> = {
  /** On public operations: the anonymous principal, which holds no scope. */
  readonly principal: Principal
  /** Path parameters, URL-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  /** For reads. Writes go through `change`. */
  readonly stores: Stores
  /** What the caller may see: the requested workspace, the key's own workspace, or the whole organisation. */
  readonly reach: Reach
  /** The workspace that new resources are created in: the requested one, the caller's own, or the default one. */
  readonly workspaceId: string
  readonly nowMs: number
  readonly origin: CallOrigin
  /**
   * Runs the change in one transaction with its audit entry and the stored response of an Idempotency-Key. Call it once,
   * and only in operations with `audit`. Do slow work (hashing a password, a test call) before it.
   */
  readonly change: <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>
  /** Sets the target of the audit entry. Call it inside `change`. */
  readonly note: (target: AuditTarget) => void
  /** Invalidates the caches of all nodes after the commit. */
  readonly announce: (change: Change) => void
  /** Sets a response header. */
  readonly setHeader: (name: string, value: string) => void
}

export type CallOrigin = {
  readonly ip: string
  readonly userAgent: string | null
  readonly requestId: string
  readonly traceId: string
  /** The URL that the caller used to reach the gateway: `https://gateway.example.com`. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

/** A response that is not JSON: a stream or a file. */
export type RawReply = { readonly contentType: string; readonly about: string }

export type Operation = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path without the /v1 prefix; `{name}` matches one segment. */
  readonly path: string
  /** More paths with the same parameters, used by clients of the Portkey API. The API reference does not list them. */
  readonly aliases?: readonly string[]
  readonly summary: string
  /** More text for the API reference. */
  readonly description?: string
  readonly permission: Permission
  /** Audit action such as `config.create`. Every operation that changes something has one. */
  readonly audit: string | null
  /**
   * True: a signed-in user must have confirmed their identity in this session within the last ten minutes. Default: true
   * for DELETE operations that need a scope. Set it for operations that return a secret or change what a user may do.
   */
  readonly stepUp?: boolean
  /** True: users who must add a second factor can call it before they have added one. */
  readonly duringEnrolment?: boolean
  readonly query: z.ZodObject
  /** `form`: also accepts application/x-www-form-urlencoded. */
  readonly bodyFormat?: 'form'
  /** Null if the operation takes no body. */
  readonly body: z.ZodType | null
  readonly reply: z.ZodType | RawReply
  /** A request that succeeds on a new gateway. The API reference shows it and a test runs it. */
  readonly example?: Example
  handle(call: OperationCall<unknown, unknown>): Promise<unknown>
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
    call: OperationCall<z.infer<Query>, Body extends z.ZodType ? z.infer<Body> : null>,
  ): Promise<Reply extends z.ZodType ? z.input<Reply> : Response>
}

const NO_QUERY = z.object({})

/** Derives the types of the handler from the schemas. */
export function endpoint<
  Reply extends z.ZodType | RawReply,
  Query extends z.ZodObject = typeof NO_QUERY,
  Body extends z.ZodType | null = null,
>(definition: Definition<Query, Body, Reply>): Operation {
  const stepUp = definition.method === 'DELETE' && typeof definition.permission === 'object'
  // Safe: admin-api.ts validates query and body before it calls the handler.
  return { audit: null, query: NO_QUERY, body: null, stepUp, ...definition } as unknown as Operation
}
