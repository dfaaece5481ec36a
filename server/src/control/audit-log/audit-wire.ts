/** Filters and response format of audit log entries. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { AuditEntry, AuditFilter } from '../../core/stores/audit-entries.ts'

/** An ISO 8601 time. A date without a time means the start of that day. */
const moment = z.string().refine((text) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)), {
  error: 'must be an ISO 8601 time such as 2026-01-31T00:00:00Z',
})
const text = z.string().max(512)
const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? given.split(',').map((part) => part.trim()) : given),
    z.array(item).max(20),
  )

export const auditFilters = {
  start_time: moment.optional().meta({ description: 'Entries at or after this time.' }),
  end_time: moment.optional().meta({ description: 'Entries before this time.' }),
  organisation_id: text.optional(),
  workspace_id: text.optional().meta({ description: 'Entries of this workspace.' }),
  method: list(z.enum(['POST', 'PUT', 'DELETE'], { error: 'must be POST, PUT or DELETE' }))
    .optional()
    .meta({ description: 'One value, or several separated by commas.' }),
  uri: text.optional(),
  request_id: text.optional(),
  user_id: text.optional().meta({ description: 'Id of the user or API key that performed the action.' }),
  user_type: z.enum(['user', 'api_key', 'command_line']).optional(),
  response_status_code: list(z.coerce.number().int('must be a status').min(100).max(599))
    .optional()
    .meta({ description: 'One value, or several separated by commas.' }),
  resource_type: text.optional().meta({ description: 'The first part of the action, such as `config`.' }),
  action: text.optional().meta({ description: 'Such as `config.create`.' }),
  client_ip: text.optional(),
  target_id: text.optional(),
  country: text
    .optional()
    .meta({ description: 'Accepted for compatibility. The country is never recorded, so no entry matches.' }),
}

const filterSchema = z.object(auditFilters)

/** Undefined if no entry can match. */
export function filterOf(query: z.infer<typeof filterSchema>, organisationId: string): AuditFilter | undefined {
  if (query.organisation_id !== undefined && query.organisation_id !== organisationId)
    throw new GatewayError('not_found', { param: 'organisation_id', message: 'No organisation with this id exists.' })
  if (query.country !== undefined) return undefined
  const given: { [Name in keyof AuditFilter]: AuditFilter[Name] | undefined } = {
    fromMs: millis(query.start_time),
    toMs: millis(query.end_time),
    methods: query.method,
    uri: query.uri,
    requestId: query.request_id,
    actorId: query.user_id,
    actorType: query.user_type,
    statuses: query.response_status_code,
    resource: query.resource_type,
    action: query.action,
    ip: query.client_ip,
    targetId: query.target_id,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function millis(given: string | undefined): number | undefined {
  return given === undefined ? undefined : Date.parse(given)
}

const jsonText = z.string().nullable().meta({ description: 'JSON text. Secrets are masked.' })

export const auditRecord = z.object({
  object: z.literal('audit-log'),
  id: z.string(),
  timestamp: z.string(),
  method: z.string(),
  uri: z.string(),
  request_id: z.string(),
  trace_id: z.string(),
  request_body: jsonText,
  query_params: jsonText,
  request_headers: jsonText,
  user_id: z.string(),
  user_type: z
    .enum(['user', 'api_key', 'command_line'])
    .meta({ description: '`command_line`: a command on the machine of the gateway, such as `gatehouse backup`.' }),
  user_name: z.string().meta({ description: 'Email address of the user, or name of the API key.' }),
  user_created_by: z.string().nullable().meta({ description: 'Creator of the API key.' }),
  user_agent: z.string().nullable(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable().meta({ description: 'Null for actions on the organisation.' }),
  response_status_code: z.number(),
  refused_with: z.string().nullable().meta({ description: 'Error code of a rejected action. Null if it succeeded.' }),
  resource_type: z.string(),
  action: z.string(),
  summary: z.string().meta({ description: 'Describes the action in one sentence.' }),
  target_id: z.string().nullable(),
  target_name: z.string().nullable(),
  before: jsonText,
  after: jsonText,
  client_ip: z.string(),
  country: z.null(),
  sequence: z.number().meta({ description: 'Position in the hash chain, starting at 1.' }),
  hash: z.string(),
})

export function toWire(entry: AuditEntry): z.infer<typeof auditRecord> {
  return {
    object: 'audit-log',
    id: entry.id,
    timestamp: new Date(entry.atMs).toISOString(),
    method: entry.method,
    uri: entry.uri,
    request_id: entry.requestId,
    trace_id: entry.traceId,
    request_body: entry.requestBody,
    query_params: entry.queryParams,
    request_headers: entry.requestHeaders,
    user_id: entry.actor.id,
    user_type: entry.actor.type,
    user_name: entry.actor.name,
    user_created_by: entry.actor.creatorId,
    user_agent: entry.userAgent,
    organisation_id: entry.organisationId,
    workspace_id: entry.workspaceId,
    response_status_code: entry.status,
    refused_with: entry.refusedWith,
    resource_type: entry.resource,
    action: entry.action,
    summary: sentenceOf(entry),
    target_id: entry.targetId,
    target_name: entry.targetName,
    before: entry.before,
    after: entry.after,
    client_ip: entry.ip,
    country: null,
    sequence: entry.sequence,
    hash: entry.hash,
  }
}

/** Past tenses that are irregular or use another verb. */
const PAST: Readonly<Record<string, string>> = { update: 'changed', reset: 'reset', withdraw: 'withdrew', run: 'ran' }

export function sentenceOf(
  entry: Pick<AuditEntry, 'actor' | 'action' | 'resource' | 'targetId' | 'targetName' | 'refusedWith'>,
): string {
  const who = entry.actor.type === 'api_key' ? `The key “${entry.actor.name}”` : entry.actor.name
  const verb = entry.action.slice(entry.resource.length + 1).replaceAll('_', ' ')
  const name = entry.targetName ?? entry.targetId
  const what = `${entry.resource.replaceAll('_', ' ')}${name === null ? '' : ` “${name}”`}`
  if (entry.refusedWith !== null) return `${who} tried to ${verb} ${what} and was refused (${entry.refusedWith}).`
  return `${who} ${pastOf(verb)} ${what}.`
}

function pastOf(verb: string): string {
  const [first = '', ...others] = verb.split(' ')
  const past = PAST[first] ?? (first.endsWith('e') ? `${first}d` : `${first}ed`)
  return [past, ...others].join(' ')
}
