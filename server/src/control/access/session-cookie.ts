/** The cookie that carries a session: its name and attributes follow the scheme people reach us by. */

import type { HeaderMap } from '../../core/headers.ts'

/** `__Host-` binds the cookie to this host and to https; over plain http browsers would drop it. */
const SECURE_NAME = '__Host-gatehouse'
const PLAIN_NAME = 'gatehouse_session'
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Reads only the cookie of the request's scheme: a cookie set over http must not be accepted on https. */
export function sessionToken(headers: HeaderMap, baseUrl: string): string | null {
  const name = nameFor(baseUrl)
  for (const pair of (headers['cookie'] ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && TOKEN.test(value)) return value
  }
  return null
}

export function sessionCookie(token: string, baseUrl: string, maxAgeMs: number): string {
  return cookie(token, baseUrl, Math.floor(maxAgeMs / 1_000))
}

export function endedCookie(baseUrl: string): string {
  return cookie('', baseUrl, 0)
}

function cookie(value: string, baseUrl: string, maxAgeSeconds: number): string {
  const base = `${nameFor(baseUrl)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`
  return isSecure(baseUrl) ? `${base}; Secure` : base
}

function nameFor(baseUrl: string): string {
  return isSecure(baseUrl) ? SECURE_NAME : PLAIN_NAME
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}
