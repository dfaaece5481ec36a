import { expect, test } from 'bun:test'
import { readSettings } from '../settings.ts'
import { type StartFacts, welcome } from './welcome.ts'

const settings = readSettings({ GATEWAY_PUBLIC_URL: '', GATEWAY_DATA_DIR: '/data' })
const app = { url: 'http://127.0.0.1:8787', claimToken: null, stop: async () => {} }
const facts: StartFacts = { version: '1.2.3', readyMs: 412.6, isOpen: false, command: 'gatehouse' }
const keys = { admin: 'gwa_admin', workspace: 'gww_workspace' }

test('the first start shows both keys and a working command', () => {
  const text = welcome({ ...app, firstKeys: keys }, settings, facts)
  expect(text).toContain('Gatehouse 1.2.3, ready in 413 ms')
  expect(text).toContain('gwa_admin')
  const command = text.slice(text.indexOf('curl'), text.indexOf('Stop:'))
  expect(command).toContain('http://127.0.0.1:8787/v1/chat/completions')
  expect(command).toContain('x-gateway-api-key: gww_workspace')
  expect(command).toContain('x-gateway-provider: mock')
  expect(() => JSON.parse(command.slice(command.indexOf("'") + 1, command.lastIndexOf("'")))).not.toThrow()
})

test('a later start shows no key and says that the keys are unchanged', () => {
  const text = welcome({ ...app, firstKeys: null }, settings, facts)
  expect(text).not.toContain('gwa_')
  expect(text).toContain('unchanged since the first start')
  expect(text).toContain('<your workspace key>')
})

test('the public URL takes precedence over the listen address', () => {
  const text = welcome({ ...app, firstKeys: null }, { ...settings, publicUrl: 'https://ai.example.com' }, facts)
  expect(text).toContain('https://ai.example.com/v1/chat/completions')
  expect(text).not.toContain('127.0.0.1')
})

test('shows the claim link while the organisation has no owner', () => {
  const text = welcome({ ...app, firstKeys: null, claimToken: 'tok3n' }, settings, facts)
  expect(text).toContain('http://127.0.0.1:8787/#/claim/tok3n')
  expect(welcome({ ...app, firstKeys: null }, settings, facts)).not.toContain('claim')
})

test('ends with the next three steps, which depend on the owner and the browser', () => {
  const lastLines = (claimToken: string | null, isOpen: boolean) => {
    const text = welcome({ ...app, firstKeys: keys, claimToken }, settings, { ...facts, isOpen, command: 'node x' })
    return text.slice(text.indexOf('  Next:'))
  }
  expect(lastLines('tok3n', true)).toContain('1. Click "Send a test request" in the browser window that opened')
  expect(lastLines('tok3n', false)).toContain('1. Create the first owner: open the link above')
  expect(lastLines(null, false)).toContain('1. Open the dashboard, signed in: node x open')
  expect(lastLines(null, true)).toMatch(
    /1\. .*\n {4}2\. .*\n +export GATEWAY_API_KEY=gww_workspace\n +node x virtual-keys create.*\n {4}3\. .*\n +export GATEWAY_API_KEY=gwa_admin\n +node x demo\n$/,
  )
})
