/** Settings of alerts: the evaluation interval of alert rules and the SMTP server. */

import { type ReadText, type Refuse, readInteger } from './readers.ts'

export type AlertSettings = {
  readonly alertIntervalMs: number
  /** Null: no e-mail. */
  readonly smtp: SmtpSettings | null
}

export type SmtpSettings = {
  readonly host: string
  readonly port: number
  readonly security: 'starttls' | 'tls' | 'none'
  readonly user: string | null
  readonly password: string | null
  readonly from: string
}

export const ALERT_ENVIRONMENT = [
  ['GATEWAY_ALERT_INTERVAL_SECONDS', '60', 'Seconds between evaluations of the alert rules.'],
  ['GATEWAY_SMTP_HOST', 'none', 'SMTP server that sends alerts by e-mail; it may be a private address.'],
  ['GATEWAY_SMTP_PORT', '587; 465 with tls; 25 with none', 'Port of the SMTP server.'],
  [
    'GATEWAY_SMTP_SECURITY',
    'starttls',
    'starttls upgrades the connection and fails without it, tls encrypts from the start, none never encrypts.',
  ],
  ['GATEWAY_SMTP_USER', 'none', 'User of the SMTP server. Needs GATEWAY_SMTP_PASSWORD.'],
  ['GATEWAY_SMTP_PASSWORD', 'none', 'Password of the SMTP server.'],
  [
    'GATEWAY_SMTP_FROM',
    'none',
    'Sender of the e-mails, such as gatehouse@example.com. Required with GATEWAY_SMTP_HOST.',
  ],
] as const

const SECURITIES = ['starttls', 'tls', 'none'] as const
const DEFAULT_PORTS = { starttls: 587, tls: 465, none: 25 } as const

export function readAlerts(text: ReadText, refuse: Refuse): AlertSettings {
  const interval = text('GATEWAY_ALERT_INTERVAL_SECONDS')
  return {
    alertIntervalMs: readInteger('GATEWAY_ALERT_INTERVAL_SECONDS', interval, 60, 1, 3_600, refuse) * 1_000,
    smtp: readSmtp(text, refuse),
  }
}

function readSmtp(text: ReadText, refuse: Refuse): SmtpSettings | null {
  const host = text('GATEWAY_SMTP_HOST')
  if (host === null) return null
  if (!/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(host)) refuse('GATEWAY_SMTP_HOST must be a host name or an IP address.')
  const given = text('GATEWAY_SMTP_SECURITY') ?? 'starttls'
  const security = SECURITIES.find((one) => one === given)
  if (security === undefined) return refuse('GATEWAY_SMTP_SECURITY must be starttls, tls or none.')
  const [user, password] = [text('GATEWAY_SMTP_USER'), text('GATEWAY_SMTP_PASSWORD')]
  if ((user === null) !== (password === null))
    refuse('GATEWAY_SMTP_USER and GATEWAY_SMTP_PASSWORD must be set together.')
  const from = text('GATEWAY_SMTP_FROM')
  if (from === null || !/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(from))
    return refuse('GATEWAY_SMTP_FROM must be an e-mail address such as gatehouse@example.com.')
  const port = readInteger('GATEWAY_SMTP_PORT', text('GATEWAY_SMTP_PORT'), DEFAULT_PORTS[security], 1, 65_535, refuse)
  return { host, port, security, user, password, from }
}
