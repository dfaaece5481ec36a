/** Sends e-mail through the SMTP server of the settings. */

export type SmtpServer = {
  readonly host: string
  readonly port: number
  /** `starttls` and `tls` require encryption; `none` never encrypts. */
  readonly security: 'starttls' | 'tls' | 'none'
  readonly user: string | null
  readonly password: string | null
  readonly from: string
}

export type Mail = {
  /** The same for every attempt, so that receivers can detect duplicates. */
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

const TIMEOUT_MS = 10_000

/** `roots`: PEM certificates that replace the system's roots. */
export async function sendMail(server: SmtpServer, mail: Mail, signal: AbortSignal, roots?: string): Promise<void> {
  signal.throwIfAborted()
  // Loaded on demand: most gateways send no e-mail.
  const { createTransport } = await import('nodemailer')
  const { host, port, security, user, password, from } = server
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    ...(roots !== undefined && { tls: { ca: roots } }),
    // The text of an alert contains names that people chose. They must never make the library read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => {
    transport.close()
    aborted.reject(signal.reason)
  }
  signal.addEventListener('abort', onAbort)
  try {
    const sent = transport.sendMail({
      from,
      to: mail.to.map((address) => ({ name: '', address })),
      subject: oneLine(mail.subject),
      text: mail.text,
      messageId: `<${mail.id}@gatehouse>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    // After an abort nothing awaits `sent`, so its rejection would be unhandled.
    sent.catch(() => {})
    await Promise.race([sent, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
    transport.close()
  }
}

/** A line break would start another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, 250)
}
