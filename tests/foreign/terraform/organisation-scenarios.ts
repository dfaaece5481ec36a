/** Terraform scenarios for workspaces, members, invitations and API keys. */

import { expect } from 'bun:test'
import { SHAPES } from './resource-shapes.ts'
import type { Scenario } from './scenario.ts'
import { expectUnset } from './wire.ts'

const SERVICE_KEYS = '/api-keys/organisation/service'
const SCOPES = ['providers.list']

export const ORGANISATION_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'workspace: description': async ({ wire, unique }) => {
    const name = unique('tf')
    const made = await wire.send('POST', '/admin/workspaces', { name, description: 'Initial' })
    const path = `/admin/workspaces/${made['id']}`
    expect(await wire.read(SHAPES.workspace, path)).toMatchObject({ name, description: 'Initial' })
    await wire.send('PUT', path, { name: `${name}-updated`, description: 'Updated' })
    expect(await wire.read(SHAPES.workspace, path)).toMatchObject({ name: `${name}-updated`, description: 'Updated' })
    await wire.send('DELETE', path, { name: `${name}-updated` })
    await wire.expectGone(path)
  },
  'workspace: minimal': async ({ wire, unique }) => {
    const made = await wire.send('POST', '/admin/workspaces', { name: unique('tf-minimal') })
    const read = await wire.read(SHAPES.workspace, `/admin/workspaces/${made['id']}`)
    for (const name of ['description', 'icon', 'usage_limits', 'rate_limits']) expectUnset(read[name])
  },
  'workspace: metadata': async ({ wire, unique }) => {
    const metadata = { _user: 'test-workspace', team: 'engineering' }
    const made = await wire.send('POST', '/admin/workspaces', { name: unique('tf-meta'), defaults: { metadata } })
    const path = `/admin/workspaces/${made['id']}`
    expect((await wire.read(SHAPES.workspace, path))['defaults']).toMatchObject({ metadata })
    await wire.send('PUT', path, { defaults: { metadata: { team: 'platform' } } })
    const after = (await wire.read(SHAPES.workspace, path))['defaults'] as { metadata: object }
    expect(after.metadata).toEqual({ team: 'platform' })
  },
  'workspace: limits': async ({ wire, unique }) => {
    const limit = { type: 'cost', credit_limit: 500, alert_threshold: 400, periodic_reset: 'monthly' }
    const rate = { type: 'requests', unit: 'rpm', value: 100 }
    const body = { name: unique('tf-limits'), usage_limits: [limit], rate_limits: [rate] }
    const made = await wire.send('POST', '/admin/workspaces', body)
    const path = `/admin/workspaces/${made['id']}`
    expect(await wire.read(SHAPES.workspace, path)).toMatchObject({ usage_limits: [limit], rate_limits: [rate] })
    const raised = { ...limit, credit_limit: 1000, alert_threshold: 800 }
    await wire.send('PUT', path, { usage_limits: [raised] })
    expect(await wire.read(SHAPES.workspace, path)).toMatchObject({ usage_limits: [raised], rate_limits: [rate] })
    await wire.send('PUT', path, { usage_limits: null, rate_limits: null })
    const cleared = await wire.read(SHAPES.workspace, path)
    expectUnset(cleared['usage_limits'])
    expectUnset(cleared['rate_limits'])
  },
  'workspace: icon': async ({ wire, unique }) => {
    const made = await wire.send('POST', '/admin/workspaces', { name: unique('tf-icon'), icon: '🚀' })
    expect(await wire.read(SHAPES.workspace, `/admin/workspaces/${made['id']}`)).toMatchObject({ icon: '🚀' })
  },
  'member: each role': async ({ wire, workspaceId, userId }) => {
    const path = `/admin/workspaces/${workspaceId}/users/${userId}`
    await wire.send('POST', `/admin/workspaces/${workspaceId}/users`, { users: [{ id: userId, role: 'admin' }] })
    for (const role of ['admin', 'manager', 'member']) {
      await wire.send('PUT', path, { role })
      expect(await wire.read(SHAPES.member, path)).toMatchObject({ role })
    }
    await wire.send('DELETE', path)
    await wire.expectGone(path)
  },
  'users: list': async ({ wire, userId }) => {
    const { data } = (await wire.read(SHAPES.users, '/admin/users')) as { data: { id: string }[] }
    expect(data.map((user) => user.id)).toContain(userId)
  },
  'invite: workspaces and scopes': async ({ wire, unique, workspaceId }) => {
    const workspaces = [{ id: workspaceId, role: 'admin' }]
    const email = `${unique('tf-invite')}@example.com`
    const scopes = ['logs.export', 'logs.list', 'logs.view']
    const body = { email, role: 'member', workspaces, workspace_api_key_details: { scopes } }
    const made = await wire.send('POST', '/admin/users/invites', body)
    const path = `/admin/users/invites/${made['id']}`
    expect(await wire.read(SHAPES.invite, path)).toMatchObject({ email, role: 'member', workspaces, status: 'pending' })
    await wire.send('DELETE', path)
  },
  'invite: admin without workspaces': async ({ wire, unique }) => {
    const email = `${unique('tf-admin')}@example.com`
    const made = await wire.send('POST', '/admin/users/invites', { email, role: 'admin' })
    const read = await wire.read(SHAPES.invite, `/admin/users/invites/${made['id']}`)
    expect(read).toMatchObject({ email, role: 'admin' })
    expectUnset(read['workspaces'])
  },
  'API key: name and description': async ({ wire, unique }) => {
    const name = unique('tf-key')
    const made = await wire.send('POST', SERVICE_KEYS, { name, scopes: SCOPES })
    const path = `/api-keys/${made['id']}`
    const read = await wire.read(SHAPES.apiKey, path)
    expect(read).toMatchObject({ name, type: 'organisation-service', status: 'active', scopes: SCOPES })
    for (const member of ['description', 'usage_limits', 'rate_limits', 'alert_emails', 'expires_at'])
      expectUnset(read[member])
    await wire.send('PUT', path, { name: `${name}-updated`, description: 'Updated', scopes: SCOPES })
    expect(await wire.read(SHAPES.apiKey, path)).toMatchObject({ name: `${name}-updated`, description: 'Updated' })
    await wire.send('DELETE', path)
    await wire.expectGone(path)
  },
  'API key: metadata and alert_emails': async ({ wire, unique }) => {
    const metadata = { _user: 'test-service', service_uuid: 'abc123' }
    const alert_emails = ['test@example.com', 'admin@example.com']
    const body = { name: unique('tf-meta'), scopes: SCOPES, defaults: { metadata }, alert_emails }
    const path = `/api-keys/${(await wire.send('POST', SERVICE_KEYS, body))['id']}`
    expect(await wire.read(SHAPES.apiKey, path)).toMatchObject({ defaults: { metadata }, alert_emails })
    await wire.send('PUT', path, { defaults: { metadata: { _user: 'other' } }, alert_emails: ['test@example.com'] })
    const after = await wire.read(SHAPES.apiKey, path)
    expect(after).toMatchObject({ alert_emails: ['test@example.com'] })
    expect((after['defaults'] as { metadata: object }).metadata).toEqual({ _user: 'other' })
  },
  'API key: usage limits': async ({ wire, unique }) => {
    const usage_limits = { credit_limit: 500, periodic_reset: 'monthly' }
    const made = await wire.send('POST', SERVICE_KEYS, { name: unique('tf-limit'), scopes: SCOPES, usage_limits })
    const path = `/api-keys/${made['id']}`
    const limits = (await wire.read(SHAPES.apiKey, path))['usage_limits'] as Record<string, unknown>
    expect(limits).toMatchObject(usage_limits)
    for (const member of ['type', 'alert_threshold', 'periodic_reset_days']) expectUnset(limits[member])
    await wire.send('PUT', path, { usage_limits: { credit_limit: 1000, periodic_reset: 'weekly' } })
    expect(await wire.read(SHAPES.apiKey, path)).toMatchObject({
      usage_limits: { credit_limit: 1000, periodic_reset: 'weekly' },
    })
    await wire.send('PUT', path, { usage_limits: null })
    expectUnset((await wire.read(SHAPES.apiKey, path))['usage_limits'])
  },
  'API key: token limit, days, reset': async ({ wire, unique }) => {
    const usage_limits = { type: 'tokens', credit_limit: 500_000, periodic_reset_days: 30 }
    const made = await wire.send('POST', SERVICE_KEYS, { name: unique('tf-days'), scopes: SCOPES, usage_limits })
    const path = `/api-keys/${made['id']}`
    const read = await wire.read(SHAPES.apiKey, path)
    expect(read).toMatchObject({ usage_limits: { ...usage_limits, next_usage_reset_at: expect.any(String) } })
    expectUnset(read['last_reset_at'])
    await wire.send('PUT', path, { usage_limits, reset_usage: true })
    expect(await wire.read(SHAPES.apiKey, path)).toMatchObject({ last_reset_at: expect.any(String) })
  },
  'API key: rate limits': async ({ wire, unique }) => {
    const rate_limits = [{ type: 'requests', unit: 'rpm', value: 100 }]
    const made = await wire.send('POST', SERVICE_KEYS, { name: unique('tf-rate'), scopes: SCOPES, rate_limits })
    const path = `/api-keys/${made['id']}`
    expect((await wire.read(SHAPES.apiKey, path))['rate_limits']).toEqual(rate_limits)
    const daily = [{ type: 'requests', unit: 'rpd', value: 5000 }]
    await wire.send('PUT', path, { rate_limits: daily })
    expect((await wire.read(SHAPES.apiKey, path))['rate_limits']).toEqual(daily)
    await wire.send('PUT', path, { rate_limits: null })
    expectUnset((await wire.read(SHAPES.apiKey, path))['rate_limits'])
  },
  'API key: default config': async ({ wire, unique, workspaceId }) => {
    const config = { name: unique('tf-config'), config: { retry: { attempts: 3 } }, workspace_id: workspaceId }
    const { id: config_id } = await wire.send('POST', '/configs', config)
    const defaults = { config_id, allow_config_override: false }
    const made = await wire.send('POST', SERVICE_KEYS, { name: unique('tf-bound'), scopes: SCOPES, defaults })
    const path = `/api-keys/${made['id']}`
    expect(await wire.read(SHAPES.apiKey, path)).toMatchObject({ defaults: { config_id } })
    const allowed = async () => {
      const { defaults: read } = (await wire.read(SHAPES.apiKey, path)) as { defaults: Record<string, unknown> }
      // The provider decodes both forms of a flag.
      return read['allow_config_override'] === true || read['allow_config_override'] === 1
    }
    expect(await allowed()).toBe(false)
    await wire.send('PUT', path, { defaults: { config_id, allow_config_override: true } })
    expect(await allowed()).toBe(true)
    expect(await wire.read(SHAPES.apiKey, path)).toMatchObject({ defaults: { config_id } })
  },
  'API key: expiry': async ({ wire, unique }) => {
    const body = { name: unique('tf-expiry'), scopes: SCOPES, expires_at: '2030-01-01T00:00:00Z' }
    const path = `/api-keys/${(await wire.send('POST', SERVICE_KEYS, body))['id']}`
    const expiry = async () => Date.parse(String((await wire.read(SHAPES.apiKey, path))['expires_at']))
    expect(await expiry()).toBe(Date.parse('2030-01-01T00:00:00Z'))
    await wire.send('PUT', path, { expires_at: '2031-06-30T23:59:59Z' })
    expect(await expiry()).toBe(Date.parse('2031-06-30T23:59:59Z'))
  },
  'API key: rotation policy': async ({ wire, unique }) => {
    const rotation_policy = { rotation_period: 'monthly', key_transition_period_ms: 3_600_000 }
    const made = await wire.send('POST', SERVICE_KEYS, { name: unique('tf-rotate'), scopes: SCOPES, rotation_policy })
    const path = `/api-keys/${made['id']}`
    expect(await wire.read(SHAPES.apiKey, path)).toMatchObject({
      rotation_policy: { ...rotation_policy, next_rotation_at: expect.any(String) },
    })
    const weekly = { rotation_period: 'weekly', key_transition_period_ms: 1_800_000 }
    await wire.send('PUT', path, { rotation_policy: weekly })
    expect(await wire.read(SHAPES.apiKey, path)).toMatchObject({ rotation_policy: weekly })
  },
}
