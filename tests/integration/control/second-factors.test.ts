import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { claimOwner, OWNER } from '../../harness/claim-owner.ts'
import { withCheapHashes } from '../../harness/control/cheap-hashes.ts'
import { type Faults, SoftwareAuthenticator } from '../../harness/control/software-authenticator.ts'
import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { filesWith } from '../../harness/data-files.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { currentStep, totpCode, wrongTotpCode } from '../../harness/totp.ts'

const ORIGIN = 'https://gateway.example.com'
const gateway = await shareGateway({ environment: { GATEWAY_TRUSTED_PROXIES: '127.0.0.1' } })
const scene = new ControlScene(gateway)
const owner = await claimOwner(gateway)

let count = 0

type Person = { readonly id: string; readonly email: string; readonly password: string; readonly actor: Actor }

function cookieOf(reply: Reply): string {
  return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** A browser behind a proxy with TLS, at an address of its own, so that tests do not share a throttle. */
function at(cookie: string): Actor {
  count++
  const address = `10.2.${count >> 8}.${count & 255}`
  const proxy = { host: 'gateway.example.com', 'x-forwarded-proto': 'https', 'x-forwarded-for': address }
  return { name: 'browser', headers: { cookie, origin: ORIGIN, 'x-gateway-csrf': '1', ...proxy } }
}

async function newPerson(role: 'admin' | 'member' = 'member'): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.com`
  const password = `password of ${email}`
  const invited = await scene.do('POST', '/admin/users/invites', { email, role })
  const token = String(invited['invite_link']).split('/').at(-1)
  const body = { token, password, first_name: 'Pat' }
  const reply = await withCheapHashes(() => scene.call(at(''), 'POST', '/invites/accept', body))
  const { id } = reply.body['user'] as { id: string }
  return { id, email, password, actor: at(cookieOf(reply)) }
}

function errorOf(reply: Reply): string {
  return `${reply.status} ${(reply.body['error'] as { code: string } | undefined)?.code ?? 'none'}`
}

function inStore(sql: string, ...values: (string | number)[]): void {
  const file = new Database(join(gateway.dataDirectory, 'control.db'))
  try {
    file.run('pragma busy_timeout = 10000')
    file.run(sql, values)
  } finally {
    file.close()
  }
}

/** Makes all sessions and confirmations of a user older than ten minutes. */
function ageSessions(userId: string): void {
  inStore('update sessions set created_at_ms = created_at_ms - 700000 where user_id = ?', userId)
  inStore(
    `update session_confirmations set confirmed_at_ms = confirmed_at_ms - 700000
     where session_hash in (select token_hash from sessions where user_id = ?)`,
    userId,
  )
}

/** A code that the gateway accepts now, even if one of this step was used before. */
function freshCode(userId: string, secret: string): string {
  inStore('update totp_secrets set last_step = 0 where user_id = ?', userId)
  return totpCode(secret, currentStep())
}

async function addTotp(person: Person): Promise<{ secret: string; codes: string[] }> {
  const started = await scene.call(person.actor, 'POST', '/users/me/totp')
  expect(started.status).toBe(200)
  const secret = String(started.body['secret'])
  const code = totpCode(secret, currentStep())
  const added = await scene.call(person.actor, 'PUT', '/users/me/totp', { code })
  expect(added.status).toBe(200)
  return { secret, codes: added.body['recovery_codes'] as string[] }
}

async function addPasskey(person: Person, device = new SoftwareAuthenticator(ORIGIN), faults: Faults = {}) {
  const options = await scene.call(person.actor, 'POST', '/users/me/passkeys/options')
  expect(errorOf(options)).toBe('200 none')
  const credential = device.create(options.body as never, faults)
  const reply = await scene.call(person.actor, 'POST', '/users/me/passkeys', { name: 'Key', credential })
  return { device, reply, credential }
}

/** Signs in with the password; resolves with a browser that has the pending cookie. */
async function pending(person: Person): Promise<Actor> {
  const reply = await scene.call(at(''), 'POST', '/sessions', { email: person.email, password: person.password })
  expect(reply.body).toMatchObject({ object: 'pending_sign_in' })
  return at(cookieOf(reply))
}

const finish = (actor: Actor, body: object) => scene.call(actor, 'POST', '/sessions/second-factor', body)

/** The options that the gateway sends to the browser, and the device's response with a fault. */
async function assertion(actor: Actor, device: SoftwareAuthenticator, faults: Faults = {}, isAlone = false) {
  const options = await scene.call(actor, 'POST', '/sessions/passkey-options', { passwordless: isAlone })
  expect(errorOf(options)).toBe('200 none')
  const used = isAlone ? at(cookieOf(options)) : actor
  return { actor: used, passkey: device.sign(options.body as never, faults) }
}

const works = async (actor: Actor) => errorOf(await scene.call(actor, 'GET', '/users/me/second-factors'))

describe('authenticator app', () => {
  test('is asked for after the password, and a code works once', async () => {
    const person = await newPerson()
    const { secret, codes } = await addTotp(person)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    const first = await pending(person)
    const code = freshCode(person.id, secret)
    const signedIn = await finish(first, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(signedIn.body).toMatchObject({ object: 'caller', second_factor: { is_enrolled: true, must_enrol: false } })
    expect(await works(at(cookieOf(signedIn)))).toBe('200 none')
    const again = await pending(person)
    expect(errorOf(await finish(again, { code }))).toBe('401 second_factor_failed')
  })

  test('of concurrent sign-ins with one code only one succeeds', async () => {
    const person = await newPerson()
    const { secret } = await addTotp(person)
    const browsers = [await pending(person), await pending(person), await pending(person)]
    const code = freshCode(person.id, secret)
    const replies = await Promise.all(browsers.map((one) => finish(one, { code })))
    expect(replies.map(errorOf).sort()).toEqual(['200 none', '401 second_factor_failed', '401 second_factor_failed'])
  })

  test('a code of another user is refused', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    await addTotp(person)
    const { secret } = await addTotp(other)
    const code = freshCode(other.id, secret)
    expect(errorOf(await finish(await pending(person), { code }))).toBe('401 second_factor_failed')
  })

  test('the secret is stored encrypted, and neither it nor a code is in the audit log', async () => {
    const person = await newPerson()
    const { secret, codes } = await addTotp(person)
    const code = freshCode(person.id, secret)
    await finish(await pending(person), { code })
    await finish(await pending(person), { recovery_code: codes[0]! })
    for (const text of [secret, ...codes]) expect(await filesWith(gateway.dataDirectory, text)).toEqual([])
    const { records } = await scene.do('GET', '/audit-logs?page_size=50')
    expect(JSON.stringify(records)).not.toContain(code)
    expect(JSON.stringify(records)).toContain('user.totp_create')
  })

  test('an enrolment needs a code of the new secret, and has five attempts', async () => {
    const person = await newPerson()
    const { body } = await scene.call(person.actor, 'POST', '/users/me/totp')
    const secret = String(body['secret'])
    const code = totpCode(secret, currentStep())
    const wrong = wrongTotpCode(secret)
    for (let i = 0; i < 5; i++)
      expect(errorOf(await scene.call(person.actor, 'PUT', '/users/me/totp', { code: wrong }))).toBe(
        '401 second_factor_failed',
      )
    expect(errorOf(await scene.call(person.actor, 'PUT', '/users/me/totp', { code }))).toBe('401 second_factor_failed')
    expect(
      (await scene.call(at(''), 'POST', '/sessions', { email: person.email, password: person.password })).body,
    ).toMatchObject({ object: 'caller' })
  })
})

describe('recovery codes', () => {
  test('work once, in any spelling, and new ones replace the old ones', async () => {
    const person = await newPerson()
    const { codes } = await addTotp(person)
    const [one, two] = [codes[0]!, codes[1]!]
    const typed = ` ${one.toUpperCase().replaceAll('-', ' ')}`
    expect((await finish(await pending(person), { recovery_code: typed })).status).toBe(200)
    expect(errorOf(await finish(await pending(person), { recovery_code: one }))).toBe('401 second_factor_failed')
    const renewed = await scene.call(person.actor, 'POST', '/users/me/recovery-codes')
    expect(renewed.body).toMatchObject({ recovery_codes_left: 10 })
    expect(errorOf(await finish(await pending(person), { recovery_code: two }))).toBe('401 second_factor_failed')
    const [fresh] = renewed.body['recovery_codes'] as string[]
    expect((await finish(await pending(person), { recovery_code: fresh })).status).toBe(200)
  })

  test('end with the last factor', async () => {
    const person = await newPerson()
    await addTotp(person)
    const removed = await scene.call(person.actor, 'DELETE', '/users/me/totp')
    expect(removed.body).toMatchObject({ totp: null, recovery_codes_left: 0 })
    const reply = await scene.call(at(''), 'POST', '/sessions', { email: person.email, password: person.password })
    expect(reply.body).toMatchObject({ object: 'caller', second_factor: { is_enrolled: false } })
  })
})

describe('passkeys', () => {
  test('are renamed by their user only, and the session stays', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const { reply } = await addPasskey(person)
    const [{ id }] = reply.body['passkeys'] as [{ id: string }]
    const path = `/users/me/passkeys/${id}`
    const renamed = await scene.call(person.actor, 'PUT', path, { name: ' Laptop ' })
    expect(renamed.body).toMatchObject({ object: 'second_factors', passkeys: [{ id, name: 'Laptop' }] })
    expect(errorOf(await scene.call(other.actor, 'PUT', path, { name: 'Mine' }))).toBe('404 not_found')
    expect(errorOf(await scene.call(person.actor, 'PUT', path, { name: '' }))).toBe('400 invalid_body')
    expect(errorOf(await scene.call(person.actor, 'PUT', path, { name: 'x'.repeat(65) }))).toBe('400 invalid_body')
    const now = await scene.call(person.actor, 'GET', '/users/me/second-factors')
    expect(now.body['passkeys']).toMatchObject([{ id, name: 'Laptop' }])
    const { records } = (await scene.do('GET', '/audit-logs?page_size=20')) as { records: object[] }
    const entry = { action: 'user.passkey_update', user_id: person.id, response_status_code: 200 }
    expect(records).toContainEqual(expect.objectContaining(entry))
  })

  test('finish a sign-in after the password', async () => {
    const person = await newPerson()
    const { device, reply } = await addPasskey(person)
    expect(reply.body).toMatchObject({ passkeys: [{ name: 'Key', host: 'gateway.example.com' }] })
    const { actor, passkey } = await assertion(await pending(person), device, { isUserVerified: false })
    const signedIn = await finish(actor, { passkey })
    expect(signedIn.body).toMatchObject({ object: 'caller' })
    expect(await works(at(cookieOf(signedIn)))).toBe('200 none')
  })

  test('sign in alone if the device verified its user', async () => {
    const person = await newPerson()
    const { device } = await addPasskey(person)
    const weak = await assertion(at(''), device, { isUserVerified: false }, true)
    expect(errorOf(await finish(weak.actor, { passkey: weak.passkey }))).toBe('401 second_factor_failed')
    const strong = await assertion(at(''), device, {}, true)
    const signedIn = await finish(strong.actor, { passkey: strong.passkey })
    expect(signedIn.body).toMatchObject({ user: { id: person.id } })
    const { records } = await scene.do('GET', '/audit-logs?page_size=1')
    expect(JSON.stringify(records)).toContain('passwordless')
    // The cookie and the signature are still valid; the challenge is not.
    expect(errorOf(await finish(strong.actor, { passkey: strong.passkey }))).toBe('401 second_factor_failed')
    const replayed = device.sign(
      { challenge: '', rpId: 'gateway.example.com' },
      { challenge: challengeIn(strong.passkey) },
    )
    expect(errorOf(await finish(strong.actor, { passkey: replayed }))).toBe('401 second_factor_failed')
  })

  const forgeries: readonly [string, Faults][] = [
    ['another origin', { origin: 'https://gateway.example.com.evil.example' }],
    ['another port', { origin: 'https://gateway.example.com:8443' }],
    ['a sub-domain', { origin: 'https://x.gateway.example.com' }],
    ['http', { origin: 'http://gateway.example.com' }],
    ['another RP id', { rpId: 'example.com' }],
    ['a challenge of the attacker', { challenge: Buffer.from('x'.repeat(32)).toString('base64url') }],
    ['an empty challenge', { challenge: '' }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['a broken signature', { isSignatureBroken: true }],
    ['no user presence', { isUserPresent: false }],
    ['an unknown credential', { id: Buffer.from('unknown').toString('base64url') }],
  ]

  test.each(forgeries)('refused after the password: %s', async (_, faults) => {
    const person = await newPerson()
    const { device } = await addPasskey(person)
    const { actor, passkey } = await assertion(await pending(person), device, faults)
    expect(errorOf(await finish(actor, { passkey }))).toBe('401 second_factor_failed')
  })

  test.each(forgeries)('refused without a password: %s', async (_, faults) => {
    const person = await newPerson()
    const { device } = await addPasskey(person)
    const { actor, passkey } = await assertion(at(''), device, faults, true)
    expect(errorOf(await finish(actor, { passkey }))).toBe('401 second_factor_failed')
  })

  test('a registration for another origin, host or challenge is refused', async () => {
    const person = await newPerson()
    const faults: Faults[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
      { isUserPresent: false },
    ]
    for (const fault of faults) {
      const { reply } = await addPasskey(person, new SoftwareAuthenticator(ORIGIN), fault)
      expect(errorOf(reply)).toBe('401 second_factor_failed')
    }
  })

  test('a registration works once, and a credential belongs to one user', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const { device, credential } = await addPasskey(person)
    const again = await scene.call(person.actor, 'POST', '/users/me/passkeys', { name: 'Again', credential })
    expect(errorOf(again)).toBe('401 second_factor_failed')
    expect(errorOf((await addPasskey(other, device)).reply)).toBe('409 conflict')
  })

  test('a counter that does not increase is refused', async () => {
    const person = await newPerson()
    const { device } = await addPasskey(person)
    const first = await assertion(await pending(person), device, { counter: 7 })
    expect((await finish(first.actor, { passkey: first.passkey })).status).toBe(200)
    for (const counter of [7, 6, 0]) {
      const { actor, passkey } = await assertion(await pending(person), device, { counter })
      expect(errorOf(await finish(actor, { passkey }))).toBe('401 second_factor_failed')
    }
  })

  test('the passkey of another user does not finish a sign-in', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    await addPasskey(person)
    const { device } = await addPasskey(other)
    const { actor, passkey } = await assertion(await pending(person), device)
    expect(errorOf(await finish(actor, { passkey }))).toBe('401 second_factor_failed')
  })

  test('a challenge works once, also after a failure', async () => {
    const person = await newPerson()
    const { device } = await addPasskey(person)
    const { actor, passkey } = await assertion(await pending(person), device, { isSignatureBroken: true })
    const challenge = challengeIn(passkey)
    expect((await finish(actor, { passkey })).status).toBe(401)
    const right = device.sign({ challenge, rpId: 'gateway.example.com' })
    expect(errorOf(await finish(actor, { passkey: right }))).toBe('401 second_factor_failed')
  })
})

function challengeIn(credential: object): string {
  const { clientDataJSON } = (credential as { response: { clientDataJSON: string } }).response
  return (JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge: string }).challenge
}

describe('a pending sign-in', () => {
  test('is not a session, under neither cookie name', async () => {
    const person = await newPerson()
    await addTotp(person)
    const { headers } = await pending(person)
    const token = headers['cookie']!.split('=')[1]
    const cookies = [headers['cookie']!, `__Host-gatehouse=${token}`, `gatehouse_session=${token}`]
    for (const cookie of cookies)
      for (const path of ['/sessions/current', '/sessions', '/users/me/second-factors', '/admin/users', '/logs'])
        expect([path, (await scene.call(at(cookie), 'GET', path)).status]).toEqual([path, 401])
  })

  test('a session cookie is not a pending sign-in', async () => {
    const person = await newPerson()
    const { secret } = await addTotp(person)
    const token = person.actor.headers['cookie']!.split('=')[1]
    const code = freshCode(person.id, secret)
    expect(errorOf(await finish(at(`__Host-gatehouse-pending=${token}`), { code }))).toBe('401 second_factor_failed')
  })

  test('ends after five attempts, and a right code does not help', async () => {
    const person = await newPerson()
    const { secret } = await addTotp(person)
    const actor = await pending(person)
    for (let i = 0; i < 5; i++) {
      const elsewhere = at(actor.headers['cookie']!)
      expect(errorOf(await finish(elsewhere, { recovery_code: `wrong ${i}` }))).toBe('401 second_factor_failed')
    }
    const code = freshCode(person.id, secret)
    expect(errorOf(await finish(at(actor.headers['cookie']!), { code }))).toBe('401 second_factor_failed')
  })

  test('ends after five minutes', async () => {
    const person = await newPerson()
    const { secret } = await addTotp(person)
    const actor = await pending(person)
    inStore('update factor_challenges set expires_at_ms = expires_at_ms - 300000 where user_id = ?', person.id)
    expect(errorOf(await finish(actor, { code: freshCode(person.id, secret) }))).toBe('401 second_factor_failed')
  })

  test('works once', async () => {
    const person = await newPerson()
    const { secret } = await addTotp(person)
    const actor = await pending(person)
    expect((await finish(actor, { code: freshCode(person.id, secret) })).status).toBe(200)
    expect(errorOf(await finish(actor, { code: freshCode(person.id, secret) }))).toBe('401 second_factor_failed')
  })

  test('ends when the password changes or the user is disabled', async () => {
    const person = await newPerson()
    const { secret } = await addTotp(person)
    const before = await pending(person)
    const changed = await scene.call(person.actor, 'PUT', '/users/me/password', {
      current_password: person.password,
      new_password: 'another long and dull password',
    })
    expect(errorOf(changed)).toBe('200 none')
    expect(errorOf(await finish(before, { code: freshCode(person.id, secret) }))).toBe('401 second_factor_failed')
    const later = await pending({ ...person, password: 'another long and dull password' })
    await scene.do('PUT', `/admin/users/${person.id}`, { status: 'disabled' })
    expect(errorOf(await finish(later, { code: freshCode(person.id, secret) }))).toBe('401 second_factor_failed')
  })

  test('failures of one user are throttled over all of its sign-ins', async () => {
    const person = await newPerson()
    await addTotp(person)
    const address = { 'x-forwarded-for': '10.3.0.1' }
    const browsers: Actor[] = []
    for (let i = 0; i < 7; i++) browsers.push(await pending(person))
    // Sent concurrently: on a slow machine, the delay after five failures could pass between sequential attempts.
    const replies = await Promise.all(
      browsers.map(({ name, headers }, i) =>
        finish({ name, headers: { ...headers, ...address } }, { recovery_code: `${i}` }),
      ),
    )
    expect(replies.map(errorOf).sort()).toEqual([
      ...Array(5).fill('401 second_factor_failed'),
      ...Array(2).fill('429 sign_in_throttled'),
    ])
  })

  test('a page of another origin cannot use it', async () => {
    const person = await newPerson()
    const { secret } = await addTotp(person)
    const { headers } = await pending(person)
    const foreign = { name: 'foreign', headers: { ...headers, origin: 'https://evil.example' } }
    expect(errorOf(await finish(foreign, { code: freshCode(person.id, secret) }))).toBe('403 origin_forbidden')
  })

  test('a password reset link needs the second factor too', async () => {
    const person = await newPerson()
    const { secret } = await addTotp(person)
    const { password_link } = await scene.do('POST', `/admin/users/${person.id}/password-link`)
    const token = String(password_link).split('/').at(-1)
    const reset = await scene.call(at(''), 'POST', '/sessions/password', {
      token,
      password: 'a password of the attacker',
    })
    expect(reset.body).toMatchObject({ object: 'pending_sign_in', methods: ['totp', 'recovery_code'] })
    const cookie = cookieOf(reset)
    expect(await works(at(cookie))).toBe('401 api_key_missing')
    expect((await finish(at(cookie), { code: freshCode(person.id, secret) })).status).toBe(200)
  })
})

describe('changes of factors', () => {
  test('end the other sessions and keep this one', async () => {
    const person = await newPerson()
    const login = { email: person.email, password: person.password }
    const other = at(cookieOf(await scene.call(at(''), 'POST', '/sessions', login)))
    expect(await works(other)).toBe('200 none')
    const { secret } = await addTotp(person)
    expect(await works(other)).toBe('401 session_invalid')
    expect(await works(person.actor)).toBe('200 none')
    const signedIn = await finish(await pending(person), { code: freshCode(person.id, secret) })
    const second = at(cookieOf(signedIn))
    expect((await scene.call(person.actor, 'DELETE', '/users/me/totp')).status).toBe(200)
    expect(await works(second)).toBe('401 session_invalid')
  })

  test('API keys have no factors', async () => {
    for (const [method, path] of [
      ['GET', '/users/me/second-factors'],
      ['POST', '/users/me/totp'],
      ['POST', '/users/me/recovery-codes'],
      ['POST', '/sessions/current/passkey-options'],
    ] as const)
      expect(errorOf(await scene.call(scene.admin, method, path))).toBe('403 scope_missing')
  })

  test('an admin removes the factors of a member, but not of an owner', async () => {
    const person = await newPerson()
    await addTotp(person)
    const admin = await newPerson('admin')
    const statuses = await scene.call(admin.actor, 'GET', `/admin/second-factors?email=${person.email}`)
    expect(statuses.body['data']).toMatchObject([{ user_id: person.id, totp: true, recovery_codes_left: 10 }])
    expect((await scene.call(admin.actor, 'DELETE', `/admin/users/${person.id}/second-factors`)).status).toBe(200)
    expect(await works(person.actor)).toBe('401 session_invalid')
    const login = { email: person.email, password: person.password }
    expect((await scene.call(at(''), 'POST', '/sessions', login)).body).toMatchObject({ object: 'caller' })
    for (const actor of [admin.actor, scene.admin])
      expect(errorOf(await scene.call(actor, 'DELETE', `/admin/users/${owner.id}/second-factors`))).toBe(
        '403 scope_missing',
      )
    const { records } = (await scene.do('GET', '/audit-logs?page_size=20')) as { records: { action?: string }[] }
    expect(records.filter((one) => JSON.stringify(one).includes('user.second_factors_delete'))).toHaveLength(3)
  })
})

describe('confirmation', () => {
  test('a user with a factor needs it again after ten minutes; the password is not enough', async () => {
    const person = await newPerson('admin')
    const { secret } = await addTotp(person)
    const remove = () => scene.call(person.actor, 'DELETE', `/admin/users/${crypto.randomUUID()}`)
    expect(errorOf(await remove())).toBe('404 not_found')
    ageSessions(person.id)
    const refused = await remove()
    expect(refused.body['error']).toMatchObject({ code: 'step_up_required', details: ['totp', 'recovery_code'] })
    const confirm = (body: object) => scene.call(person.actor, 'POST', '/sessions/current/confirm', body)
    expect(errorOf(await confirm({ password: person.password }))).toBe('400 invalid_body')
    expect(errorOf(await confirm({ recovery_code: 'wrong' }))).toBe('401 second_factor_failed')
    expect(errorOf(await remove())).toBe('403 step_up_required')
    const code = freshCode(person.id, secret)
    expect(errorOf(await confirm({ code }))).toBe('200 none')
    expect(errorOf(await remove())).toBe('404 not_found')
    // Only this session is confirmed, and the code is used up.
    const other = await finish(await pending(person), { code: freshCode(person.id, secret) })
    ageSessions(person.id)
    expect(errorOf(await confirm({ code }))).toBe('401 second_factor_failed')
    expect((await scene.call(at(cookieOf(other)), 'POST', '/users/me/recovery-codes')).status).toBe(403)
  })

  test('with a passkey', async () => {
    const person = await newPerson('admin')
    const { device } = await addPasskey(person)
    ageSessions(person.id)
    const options = await scene.call(person.actor, 'POST', '/sessions/current/passkey-options')
    const passkey = device.sign(options.body as never)
    const confirm = (body: object) => scene.call(person.actor, 'POST', '/sessions/current/confirm', body)
    expect(errorOf(await confirm({ passkey }))).toBe('200 none')
    expect(errorOf(await confirm({ passkey }))).toBe('401 second_factor_failed')
    expect(errorOf(await scene.call(person.actor, 'POST', '/users/me/recovery-codes'))).toBe('200 none')
  })

  test('a user without a factor needs the password', async () => {
    const person = await newPerson('admin')
    ageSessions(person.id)
    const update = () => scene.call(person.actor, 'PUT', `/admin/users/${crypto.randomUUID()}`, { role: 'member' })
    expect((await update()).body['error']).toMatchObject({ code: 'step_up_required', details: ['password'] })
    const confirm = (body: object) => scene.call(person.actor, 'POST', '/sessions/current/confirm', body)
    expect(errorOf(await confirm({ password: 'a wrong password' }))).toBe('401 sign_in_failed')
    expect(errorOf(await confirm({ code: '123456' }))).toBe('400 invalid_body')
    expect(errorOf(await confirm({ password: person.password }))).toBe('200 none')
    expect(errorOf(await update())).toBe('404 not_found')
  })

  test('a factor cannot be added without it, and a changed password does not replace it', async () => {
    const person = await newPerson()
    await addTotp(person)
    ageSessions(person.id)
    expect(errorOf(await scene.call(person.actor, 'POST', '/users/me/passkeys/options'))).toBe('403 step_up_required')
    const body = { current_password: person.password, new_password: 'another long and dull password' }
    expect(errorOf(await scene.call(person.actor, 'PUT', '/users/me/password', body))).toBe('403 step_up_required')
  })

  test('API keys are not affected', async () => {
    expect((await scene.call(scene.admin, 'DELETE', `/admin/users/${crypto.randomUUID()}`)).status).toBe(404)
  })

  test('protects every operation that deletes, and those that return secrets or change rights', async () => {
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { 'x-step-up'?: boolean; 'x-permission': string }>>
    }
    const all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
    )
    const open = all.filter(({ name, operation }) => name.startsWith('DELETE') && !operation['x-step-up'])
    const unprotected = open.filter(({ operation }) => operation['x-permission'] === 'scope')
    expect(unprotected.map(({ name }) => name)).toEqual([])
    const others = all.filter(({ name, operation }) => !name.startsWith('DELETE') && operation['x-step-up'])
    expect(others.map(({ name }) => name).sort()).toEqual([
      'POST /admin/group-mappings',
      'POST /admin/roles',
      'POST /admin/sso-connections',
      'POST /admin/users/invites',
      'POST /admin/users/invites/{id}/resend',
      'POST /admin/users/{id}/password-link',
      'POST /admin/workload-issuers',
      'POST /admin/workspaces/{workspace_id}/users',
      'POST /api-keys/organisation/service',
      'POST /api-keys/organisation/user',
      'POST /api-keys/workspace/service',
      'POST /api-keys/workspace/user',
      'POST /api-keys/{id}/rotate',
      'POST /device-logins/approve',
      'POST /privacy/erasures',
      'POST /privacy/export',
      'POST /users/me/passkeys/options',
      'POST /users/me/recovery-codes',
      'POST /users/me/totp',
      'PUT /admin/group-mappings/{id}',
      'PUT /admin/organisation',
      'PUT /admin/roles/{id}',
      'PUT /admin/sso-connections/{id}',
      'PUT /admin/users/{id}',
      'PUT /admin/workload-issuers/{id}',
      'PUT /admin/workspaces/{workspace_id}/users/{user_id}',
      'PUT /api-keys/{id}',
    ])
  })
})

// Last, because the policy applies to all users of the gateway.
describe('the policy of the organisation', () => {
  const setPolicy = (second_factor: object) => scene.do('PUT', '/admin/organisation', { second_factor })

  test('lets users without a factor only add one', async () => {
    const member = await newPerson()
    const admin = await newPerson('admin')
    await setPolicy({ required_for: 'admins', grace_days: 0 })
    const list = (person: Person) => scene.call(person.actor, 'GET', '/supported-providers')
    expect((await list(member)).status).toBe(200)
    const refused = await list(admin)
    expect(errorOf(refused)).toBe('403 second_factor_required')
    for (const path of ['/admin/users', '/sessions', '/scopes', '/audit-logs'])
      expect([path, errorOf(await scene.call(admin.actor, 'GET', path))]).toEqual([path, '403 second_factor_required'])
    const { body } = await scene.call(admin.actor, 'GET', '/sessions/current')
    expect(body).toMatchObject({ scopes: [], second_factor: { is_enrolled: false, must_enrol: true } })
    await addTotp(admin)
    expect((await list(admin)).status).toBe(200)
    await setPolicy({ required_for: 'everyone' })
    expect(errorOf(await list(member))).toBe('403 second_factor_required')
    await addPasskey(member)
    expect((await list(member)).status).toBe(200)
    expect((await scene.call(scene.admin, 'GET', '/supported-providers')).status).toBe(200)
  })

  test('gives users a grace period, and new users one of their own', async () => {
    const person = await newPerson()
    await setPolicy({ required_for: 'everyone', grace_days: 3 })
    const current = () => scene.call(person.actor, 'GET', '/sessions/current')
    const { second_factor } = (await current()).body as { second_factor: { enrol_by: string; must_enrol: boolean } }
    expect(second_factor.must_enrol).toBe(false)
    const leftMs = Date.parse(second_factor.enrol_by) - Date.now()
    expect(leftMs).toBeGreaterThan(2.9 * 86_400_000)
    inStore('update users set created_at_ms = created_at_ms - 345600000 where id = ?', person.id)
    // The grace period also starts with the last change of required_for, which the previous test made.
    expect((await current()).body).toMatchObject({ second_factor: { must_enrol: false } })
    await setPolicy({ grace_days: 0 })
    expect((await current()).body).toMatchObject({ second_factor: { must_enrol: true } })
    await setPolicy({ required_for: 'nobody' })
    expect((await current()).body).toMatchObject({ second_factor: { must_enrol: false, enrol_by: null } })
  })

  test('refuses wrong values with the field', async () => {
    for (const [second_factor, param] of [
      [{ required_for: 'owners' }, 'second_factor.required_for'],
      [{ grace_days: -1 }, 'second_factor.grace_days'],
      [{ grace_days: 91 }, 'second_factor.grace_days'],
      [{ accepts_sso: 'yes' }, 'second_factor.accepts_sso'],
    ] as const) {
      const reply = await scene.call(scene.admin, 'PUT', '/admin/organisation', { second_factor })
      expect(reply.body['error']).toMatchObject({ code: 'invalid_body', param })
    }
  })
})

test('the owner’s sign-in without a factor is unchanged', async () => {
  const reply = await scene.call(at(''), 'POST', '/sessions', OWNER)
  expect(reply.body).toMatchObject({ object: 'caller', type: 'user' })
})
