/** A small SMTP server that collects messages: plain, with STARTTLS or with TLS, and with authentication on request. */

import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'

export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as sent, without dot-stuffing. */
  readonly data: string
  readonly isEncrypted: boolean
  /** `user:password` of AUTH PLAIN or LOGIN; null without authentication. */
  readonly login: string | null
}

export type SmtpOptions = {
  readonly security?: 'none' | 'starttls' | 'tls'
  readonly key?: string
  readonly cert?: string
  /** `user:password`; any other login is rejected, and mail without a login too. */
  readonly login?: string
  /** Response to RCPT, such as `550 No such user`. */
  readonly onRecipient?: (address: string) => string
}

export type SmtpServer = {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** Resolves when this many messages have arrived since the start. */
  received(count: number): Promise<void>
  stop(): void
}

export async function startSmtpServer(options: SmtpOptions = {}): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const waiting: (() => void)[] = []
  const sockets = new Set<Socket>()
  const onMail = (mail: ReceivedMail) => {
    mails.push(mail)
    for (const resolve of waiting.splice(0)) resolve()
  }
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    new Session(socket, options, onMail).greet()
  }
  const { key, cert } = options
  const server = options.security === 'tls' ? createTlsServer({ key, cert }, serve) : createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    mails,
    async received(count) {
      while (mails.length < count) await new Promise<void>((resolve) => void waiting.push(resolve))
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

class Session {
  #socket: Socket
  #isEncrypted: boolean
  #rest = ''
  #from = ''
  #to: string[] = []
  #isData = false
  #login: string | null = null
  #awaits: 'user' | 'password' | null = null
  #user = ''

  constructor(
    socket: Socket,
    private readonly options: SmtpOptions,
    private readonly onMail: (mail: ReceivedMail) => void,
  ) {
    this.#socket = socket
    this.#isEncrypted = options.security === 'tls'
    this.#listen(socket)
  }

  greet(): void {
    this.#say('220 test ESMTP')
  }

  #listen(socket: Socket): void {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      this.#rest += chunk.toString()
      this.#read()
    })
  }

  #read(): void {
    for (;;) {
      const mark = this.#isData ? '\r\n.\r\n' : '\r\n'
      const end = this.#rest.indexOf(mark)
      if (end < 0) return
      const text = this.#rest.slice(0, end)
      this.#rest = this.#rest.slice(end + mark.length)
      if (this.#isData) this.#finish(text)
      else this.#command(text)
    }
  }

  #command(line: string): void {
    if (this.#awaits !== null) return this.#loginStep(line)
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    switch (verb) {
      case 'EHLO':
      case 'HELO':
        return this.#say(['250-test', ...this.#extensions(), '250 8BITMIME'].join('\r\n'))
      case 'STARTTLS':
        this.#say('220 go ahead')
        return this.#upgrade()
      case 'AUTH':
        return this.#auth(line)
      case 'MAIL':
        this.#from = address
        this.#to = []
        return this.#say(this.options.login !== undefined && this.#login === null ? '530 sign in first' : '250 ok')
      case 'RCPT': {
        const reply = this.options.onRecipient?.(address) ?? '250 ok'
        if (reply.startsWith('2')) this.#to.push(address)
        return this.#say(reply)
      }
      case 'DATA':
        this.#isData = true
        return this.#say('354 go on')
      case 'QUIT':
        this.#say('221 bye')
        return void this.#socket.end()
      default:
        return this.#say('250 ok')
    }
  }

  #extensions(): string[] {
    const isUpgradable = this.options.security === 'starttls' && !this.#isEncrypted
    return [
      ...(isUpgradable ? ['250-STARTTLS'] : []),
      ...(this.options.login === undefined ? [] : ['250-AUTH PLAIN LOGIN']),
    ]
  }

  #auth(line: string): void {
    const [, , given] = line.split(' ')
    if (/^AUTH PLAIN/i.test(line) && given !== undefined) {
      const [, user = '', password = ''] = decoded(given).split('\0')
      return this.#signIn(`${user}:${password}`)
    }
    this.#awaits = 'user'
    this.#say('334 VXNlcm5hbWU6')
  }

  #loginStep(line: string): void {
    if (this.#awaits === 'user') {
      this.#user = decoded(line)
      this.#awaits = 'password'
      return this.#say('334 UGFzc3dvcmQ6')
    }
    this.#awaits = null
    this.#signIn(`${this.#user}:${decoded(line)}`)
  }

  #signIn(login: string): void {
    if (login !== this.options.login) return this.#say('535 wrong user or password')
    this.#login = login
    this.#say('235 ok')
  }

  #finish(data: string): void {
    this.#isData = false
    this.onMail({
      from: this.#from,
      to: this.#to,
      data: data.replace(/^\.\./gm, '.'),
      isEncrypted: this.#isEncrypted,
      login: this.#login,
    })
    this.#say('250 accepted')
  }

  #upgrade(): void {
    const { key, cert } = this.options
    this.#socket.removeAllListeners('data')
    const secure = new TLSSocket(this.#socket, { isServer: true, key, cert })
    this.#socket = secure
    this.#isEncrypted = true
    this.#rest = ''
    this.#listen(secure)
  }

  #say(text: string): void {
    this.#socket.write(`${text}\r\n`)
  }
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64').toString()
}
