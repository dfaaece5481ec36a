import { expect, test } from 'bun:test'
import { pageProblems } from './check-pages.ts'
import { accessibilityProblems, focused, hasCount, isDisabled, shareDashboard } from './harness.ts'

const dashboard = await shareDashboard()
const { gateway, scene } = dashboard

test('an invitation is a link on screen, and opening it signs the user in with its role', async () => {
  const workspace = await scene.do('POST', '/admin/workspaces', { name: 'Payments' })
  const { page, errors, close } = await dashboard.open('/users')
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByLabel('E-mail addresses').fill('ada@example.com, Grace <grace@example.com>')
  await page.getByLabel('Add to workspace').selectOption({ label: 'Payments' })
  await page.getByLabel('Role in Payments').selectOption('manager')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Make 2 links' }).click()
  await page.getByRole('heading', { name: '2 links are ready' }).waitFor()
  const links = await page.locator('[data-link]').allTextContents()
  expect(links).toHaveLength(2)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('cell', { name: 'Payments (manager)' }).first().waitFor()
  expect(page.url()).toContain('/users/invites')
  expect(errors).toEqual([])
  await close()

  const guest = await dashboard.open(links[0]?.slice(gateway.url.length) ?? '', { as: 'nobody' })
  await guest.page.getByLabel('First name').fill('Ada')
  await guest.page.getByLabel('Password').fill('password')
  await guest.page.getByLabel('Password').fill('four dull words together')
  await guest.page.getByRole('button', { name: 'Join' }).click()
  await guest.page.locator('.shell').waitFor()
  // A workspace manager sees its members, but nothing of the organisation.
  await hasCount(guest.page.getByRole('link', { name: 'Members' }), 1)
  await hasCount(guest.page.getByRole('link', { name: 'Users & invites' }), 0)
  expect(await guest.page.evaluate<string>('location.hash')).toBe('')
  expect(guest.errors).toEqual([])
  await guest.close()
  const { data } = (await scene.do('GET', `/admin/workspaces/${workspace['id']}/users`)) as {
    data: { email: string }[]
  }
  expect(data.map((member) => member.email)).toEqual(['ada@example.com'])
})

test('leaving an invitation or password link shows the sign-in form, or the dashboard if signed in', async () => {
  const { page, close } = await dashboard.open('/#/invite/made-up', { as: 'nobody' })
  await page.getByRole('link', { name: 'Sign in instead' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await close()
  const known = await dashboard.open('/#/password/made-up')
  await known.page.getByLabel('Password').fill('four dull words together')
  await known.page.getByRole('button', { name: /Set password/ }).click()
  await known.page.getByText('Ask an owner or admin for a new link.').waitFor()
  await known.page.getByRole('link', { name: 'Sign in instead' }).click()
  await known.page.locator('.shell').waitFor()
  await known.close()
})

test('an email address that is already invited shows an error at its field, which has the focus', async () => {
  const { page, close } = await dashboard.open('/users?new=1')
  await page.getByLabel('E-mail addresses').fill('grace@example.com')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('already has a pending invitation').waitFor()
  await focused(page, 'textarea')
  await close()
})

test('invitations are renewed with a new link, and revoked', async () => {
  const { page, close } = await dashboard.open('/users/invites?status=pending')
  const row = page.getByRole('row', { name: /grace@example.com/ })
  await row.getByRole('button', { name: 'New link' }).click()
  const link = (await page.locator('[data-link]').textContent()) ?? ''
  expect(link).toStartWith(`${gateway.url}/#/invite/`)
  await page.getByRole('button', { name: 'Done' }).click()
  await row.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('No invitations match').waitFor()
  await page.getByRole('button', { name: 'state: pending' }).click()
  await page.getByRole('row', { name: /grace@example.com.*withdrawn/ }).waitFor()
  await close()
})

test('the last owner cannot be changed or removed; one of two can, and confirms changes to the own account', async () => {
  const { page, errors, close } = await dashboard.open('/users')
  await page.getByRole('link', { name: 'Olive Owner' }).click()
  await page.getByText('This is the only active owner').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Olive Owner' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'Olive Owner is the last owner' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Ada' }).click()
  await page.getByRole('radio', { name: /^Owner/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /ada@example.com owner/ }).waitFor()
  await page.getByRole('link', { name: 'Olive Owner' }).click()
  await page.getByRole('radio', { name: /^Admin/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is your own account').waitFor()
  const { data } = (await scene.do('GET', '/admin/users?role=owner')) as { data: unknown[] }
  expect(data).toHaveLength(2)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(errors).toEqual([])
  await close()
})

test('users see when others were last active and their own sessions, and can end other sessions', async () => {
  const elsewhere = await gateway.fetch('/v1/sessions', {
    method: 'POST',
    key: null,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0' },
    body: dashboard.owner,
  })
  const cookie = elsewhere.headers.get('set-cookie')?.split(';')[0] ?? ''
  const current = () => gateway.fetch('/v1/sessions/current', { key: null, headers: { cookie } })
  expect((await current()).status).toBe(200)
  const { page, errors, close } = await dashboard.open('/users')
  await page.getByRole('columnheader', { name: 'Last active' }).waitFor()
  await page
    .getByRole('row', { name: /Olive Owner/ })
    .filter({ hasNotText: 'not yet' })
    .waitFor()
  await page.goto(`${gateway.url}/account`)
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await sessions.filter({ hasText: 'this browser' }).waitFor()
  const other = sessions.filter({ hasText: 'Firefox on Windows' })
  await other.getByRole('button', { name: /^Sign out on Firefox on Windows/ }).click()
  await other.waitFor({ state: 'detached' })
  expect((await current()).status).toBe(401)
  await gateway.fetch('/v1/sessions', { method: 'POST', key: null, body: dashboard.owner })
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' })
  await hasCount(sessions, 1)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('a password link opens the form for a new password, and signs in', async () => {
  const { page, close } = await dashboard.open('/users')
  await page.getByRole('button', { name: 'Actions for Ada' }).click()
  await page.getByRole('menuitem', { name: 'Create password link' }).click()
  const link = (await page.locator('[data-link]').textContent()) ?? ''
  await close()
  const guest = await dashboard.open(link.slice(gateway.url.length), { as: 'nobody' })
  await guest.page.getByLabel('Password').fill('five other dull words here')
  await guest.page.getByRole('button', { name: /Set password/ }).click()
  await guest.page.locator('.shell').waitFor()
  await guest.close()
})

test('removing a user lists the consequences and asks for the email address', async () => {
  const gone = await scene.person('member')
  const { page, close } = await dashboard.open(`/users?remove=${gone.id}`)
  const remove = page.getByRole('button', { name: 'Remove person' })
  await isDisabled(remove)
  await page.getByText('their own API keys are deleted').waitFor()
  const name = (await page.getByText(/^Type “/).textContent())?.match(/“(.+)”/)?.[1] ?? ''
  await page.getByLabel(/^Type/).fill(name)
  await remove.click()
  await page.getByText('was removed.').first().waitFor()
  expect((await scene.call(scene.admin, 'GET', `/admin/users/${gone.id}`)).status).toBe(404)
  await close()
})

test('users, invitations and roles have no accessibility problem', async () => {
  await scene.do('POST', '/admin/users/invites', { email: 'joan@example.com', role: 'admin', workspaces: [] })
  for (const path of ['/users', '/users/invites', '/roles']) {
    const { page, errors, close } = await dashboard.open(path)
    await page.getByRole('table').waitFor()
    // The three tables look alike: checking one of them in every look is enough.
    const look = path === '/users' ? pageProblems : accessibilityProblems
    expect(await look(page)).toEqual([])
    expect(errors).toEqual([])
    await close()
  }
})
