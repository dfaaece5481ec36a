/** Request and response format of alert channels. URLs and signing secrets are never returned. */

import { z } from 'zod'
import { type AlertChannel, CHANNEL_TYPES } from '../../core/alerting/alert-channels.ts'

const MAX_RECIPIENTS = 20

const FIELDS = {
  name: z.string().trim().min(1).max(128),
  webhook_url: z
    .string()
    .max(2_048)
    .refine(isWebhookUrl, 'must be an http or https URL without user and password')
    .describe('For webhook and slack. It is encrypted and never returned.'),
  signing_secret: z
    .string()
    .regex(/^[\x21-\x7e]{16,512}$/, 'must have 16 to 512 visible characters without spaces')
    .describe('For webhook: signs the body (HMAC-SHA256). It is encrypted and never returned.'),
  recipients: z
    .array(z.email().max(254))
    .min(1)
    .max(MAX_RECIPIENTS)
    .describe('For email. The SMTP server is part of the settings.'),
  budget_alerts: z.boolean().describe('Also receive the alerts of budgets that reach their alert_threshold.'),
}

export const channelBody = z.strictObject({
  name: FIELDS.name,
  type: z.enum(CHANNEL_TYPES),
  webhook_url: FIELDS.webhook_url.optional(),
  signing_secret: FIELDS.signing_secret.nullish(),
  recipients: FIELDS.recipients.optional(),
  budget_alerts: FIELDS.budget_alerts.default(false),
  workspace_id: z
    .string()
    .max(128)
    .optional()
    .describe('Admin keys can omit it to create a channel for the rules of every workspace.'),
})

export const channelChange = z.strictObject({
  name: FIELDS.name.optional(),
  webhook_url: FIELDS.webhook_url.optional(),
  signing_secret: FIELDS.signing_secret.nullish().describe('Null removes it.'),
  recipients: FIELDS.recipients.optional(),
  budget_alerts: FIELDS.budget_alerts.optional(),
  workspace_id: z.string().max(128).optional().describe('The workspace of the channel. It cannot be changed.'),
})

export const channelReply = z.object({
  object: z.literal('alert_channel'),
  id: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable().describe('Null: for the rules of every workspace.'),
  name: z.string(),
  type: z.enum(CHANNEL_TYPES),
  url_hint: z.string().nullable().describe('Scheme and host of the URL.'),
  is_signed: z.boolean(),
  recipients: z.array(z.string()),
  budget_alerts: z.boolean(),
  created_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export function channelOnWire(channel: AlertChannel): z.infer<typeof channelReply> {
  return {
    object: 'alert_channel',
    id: channel.id,
    organisation_id: channel.organisationId,
    workspace_id: channel.workspaceId,
    name: channel.name,
    type: channel.type,
    url_hint: channel.urlHint,
    is_signed: channel.hasSigningSecret,
    recipients: [...channel.recipients],
    budget_alerts: channel.receivesBudgetAlerts,
    created_by: channel.createdBy,
    created_at: new Date(channel.createdAtMs).toISOString(),
    last_updated_at: new Date(channel.updatedAtMs).toISOString(),
  }
}

/** Shows only the origin, because the path of a webhook URL often contains a token. */
export function urlHintOf(url: string): string {
  return `${new URL(url).origin}/…`
}

function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
