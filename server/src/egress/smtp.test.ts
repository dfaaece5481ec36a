import { afterAll, afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Pki } from '../../../tests/harness/pki.ts'
import { type SmtpOptions, startSmtpServer } from '../../../tests/harness/smtp-server.ts'
import { type SmtpServer, sendMail } from './smtp.ts'

const pki = new Pki()
const files = pki.selfSigned('localhost', { names: 'DNS:localhost,IP:127.0.0.1' })
const [key, cert] = [files.key, files.cert].map((path) => readFileSync(path, 'utf8'))
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})
afterAll(() => pki[Symbol.dispose]())

const MAIL = {
  id: 'e1',
  to: ['ops@example.com', 'team@example.org'],
  subject: 'Firing: Errors',
  text: 'Error rate: 9 %\n',
}
const never = () => new AbortController().signal

async function scene(options: SmtpOptions = {}) {
  const server = await startSmtpServer({ key: key!, cert: cert!, ...options })
  stops.push(server.stop)
  const to: SmtpServer = {
    host: 'localhost',
    port: server.port,
    security: options.security ?? 'none',
    user: null,
    password: null,
    from: 'gatehouse@example.com',
  }
  return { server, to }
}

/** Header lines of a message; continuation lines are joined. */
function headersOf(data: string): string[] {
  return data
    .split('\r\n\r\n')[0]!
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
}

test('a message goes to all recipients, with one identifier for all attempts', async () => {
  const { server, to } = await scene()
  await sendMail(to, MAIL, never())
  const [mail] = server.mails
  expect(mail).toMatchObject({ from: 'gatehouse@example.com', to: [...MAIL.to], isEncrypted: false, login: null })
  expect(headersOf(mail!.data)).toContain('Subject: Firing: Errors')
  expect(headersOf(mail!.data)).toContain('Message-ID: <e1@gatehouse>')
  expect(headersOf(mail!.data)).toContain('To: ops@example.com, team@example.org')
  expect(mail!.data).toContain('Error rate: 9 %')
})

test.each(['starttls', 'tls'] as const)('%s: encrypted, with user and password', async (security) => {
  const { server, to } = await scene({ security, login: 'mailer:pass word' })
  await sendMail({ ...to, user: 'mailer', password: 'pass word' }, MAIL, never(), cert)
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]).toMatchObject({ isEncrypted: true, login: 'mailer:pass word' })
})

test('a wrong password, an unknown certificate and a server without STARTTLS are errors, and nothing is sent', async () => {
  const signed = await scene({ security: 'tls', login: 'mailer:right' })
  const wrong = { ...signed.to, user: 'mailer', password: 'wrong-password' }
  const error = await sendMail(wrong, MAIL, never(), cert).catch((thrown: Error) => thrown)
  expect(String(error)).toContain('535')
  expect(String(error)).not.toContain('wrong-password')
  await expect(sendMail(signed.to, MAIL, never())).rejects.toThrow()
  const plain = await scene()
  await expect(sendMail({ ...plain.to, security: 'starttls' }, MAIL, never())).rejects.toThrow()
  expect([...signed.server.mails, ...plain.server.mails]).toEqual([])
})

test('names that people chose add neither headers nor recipients', async () => {
  const { server, to } = await scene()
  const subject = 'Firing: a\r\nBcc: victim@example.net\r\n\r\nbody\0 ünïcode <x@y.example>'
  await sendMail(to, { ...MAIL, to: ['ops@example.com'], subject, text: '.\r\nQUIT\r\n..dots\n' }, never())
  const [mail] = server.mails
  expect(server.mails).toHaveLength(1)
  expect(mail!.to).toEqual(['ops@example.com'])
  const names = headersOf(mail!.data).map((line) => line.split(':')[0]!.toLowerCase())
  expect(names).not.toContain('bcc')
  expect(names.filter((name) => name === 'subject')).toHaveLength(1)
})

test('a rejected recipient is an error; an aborted call ends', async () => {
  const { to } = await scene({ onRecipient: () => '550 no such user' })
  await expect(sendMail(to, MAIL, never())).rejects.toThrow('550')
  const { to: other } = await scene()
  await expect(sendMail(other, MAIL, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
})
