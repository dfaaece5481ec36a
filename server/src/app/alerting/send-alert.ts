/** Sends one alert to one channel: a webhook, a Slack webhook or e-mail. One attempt. */

import type { EventText } from '../../control/alerting/describe-event.ts'
import { type AlertChannel, type ChannelSecret, channelContext } from '../../core/alerting/alert-channels.ts'
import type { AlertEvent } from '../../core/alerting/alert-events.ts'
import type { Vault } from '../../core/stores/stores.ts'
import type { WorkspaceStore } from '../../core/stores/workspaces.ts'
import { signatureHeaders } from '../../core/webhook-signature.ts'
import type { Egress } from '../../egress/send.ts'
import type { Mail } from '../../egress/smtp.ts'

const TIMEOUT_MS = 15_000
const MAX_ERROR_CHARACTERS = 200
/** Slack rejects longer sections. */
const MAX_SLACK_CHARACTERS = 3_000
const MAX_SLACK_HEADER_CHARACTERS = 150

export type AlertSenderPorts = {
  readonly vault: Pick<Vault, 'open'>
  readonly workspaces: Pick<WorkspaceStore, 'find'>
  readonly send: Egress['send']
  /** Null without an SMTP server in the settings. */
  readonly mail: ((mail: Mail, signal: AbortSignal) => Promise<void>) | null
  /** Address of the dashboard for links; null if it is not known. */
  readonly dashboardUrl: string | null
}

/** Resolves with the reason of the failure; null if the channel accepted the alert. Never rejects. */
export type SendAlert = (channel: AlertChannel, event: AlertEvent, signal: AbortSignal) => Promise<string | null>

export function alertSender(ports: AlertSenderPorts): SendAlert {
  return async (channel, event, signal) => {
    const end = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      const text = await textOf(event, ports)
      if (channel.type === 'email') return await sendMail(channel, event, text, ports, end)
      const secret = JSON.parse(ports.vault.open(channel.sealed ?? '', channelContext(channel))) as ChannelSecret
      return await post(
        secret,
        channel.type === 'slack' ? slackBody(text) : await webhookBody(event),
        event,
        ports,
        end,
      )
    } catch (error) {
      return reasonOf(error, end)
    }
  }
}

async function textOf(event: AlertEvent, { workspaces, dashboardUrl }: AlertSenderPorts): Promise<EventText> {
  const { organisationId, workspaceId } = event
  const workspace = workspaceId === null ? undefined : await workspaces.find(organisationId, workspaceId)
  const { describeEvent } = await import('../../control/alerting/describe-event.ts')
  const { title, lines } = describeEvent(event)
  return {
    title,
    lines: [
      ...lines,
      ...(workspace ? [`Workspace: ${workspace.name}`] : []),
      ...(dashboardUrl === null ? [] : [`${dashboardUrl}/alerts`]),
    ],
  }
}

async function post(
  { url, signingSecret }: ChannelSecret,
  body: string,
  event: AlertEvent,
  { send }: AlertSenderPorts,
  signal: AbortSignal,
): Promise<string | null> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'gatehouse',
    'x-gateway-event': event.kind,
    'x-gateway-delivery': event.id,
    ...(signingSecret !== null && signatureHeaders(body, signingSecret)),
  }
  const request = { method: 'POST', url, headers, body: new TextEncoder().encode(body) }
  // The URL is a stored secret, so it must not cross the internet in clear text. Private addresses are refused unless
  // the settings allow them, because workspace managers can save URLs.
  const response = await send(request, signal, { hasStoredCredential: true, trustedOrigin: null })
  await response.body?.cancel()
  if (response.ok) return null
  const isRedirect = response.status >= 300 && response.status < 400
  return `HTTP status ${response.status}${isRedirect ? '. Redirects are not followed.' : ''}`
}

async function webhookBody(event: AlertEvent): Promise<string> {
  const { eventOnWire } = await import('../../control/alerting/event-wire.ts')
  return JSON.stringify(eventOnWire(event))
}

/** Format of Slack's incoming webhooks. Slack shows `blocks`, or `text` in notifications and clients without blocks. */
function slackBody({ title, lines }: EventText): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const oneLine = title.replace(/\p{Cc}+/gu, ' ')
  const details = lines.map(escaped)
  return JSON.stringify({
    text: [escaped(oneLine), ...details.slice(0, 1)].join('\n'),
    blocks: [
      // Plain text, so that markup in a name has no effect.
      {
        type: 'header',
        text: { type: 'plain_text', text: oneLine.slice(0, MAX_SLACK_HEADER_CHARACTERS), emoji: false },
      },
      { type: 'section', text: { type: 'mrkdwn', text: details.join('\n').slice(0, MAX_SLACK_CHARACTERS) } },
    ],
  })
}

async function sendMail(
  { recipients }: AlertChannel,
  { id }: AlertEvent,
  { title, lines }: EventText,
  { mail }: AlertSenderPorts,
  signal: AbortSignal,
): Promise<string | null> {
  if (mail === null) return 'No SMTP server is configured. Set GATEWAY_SMTP_HOST.'
  await mail({ id, to: recipients, subject: `[Gatehouse] ${title}`, text: `${lines.join('\n')}\n` }, signal)
  return null
}

/** Neither the URL nor a secret is part of these messages. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `No response within ${TIMEOUT_MS / 1000} s.`
  const message = error instanceof Error ? error.message : 'unknown failure'
  return message.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_ERROR_CHARACTERS)
}
