import { expect, test } from 'bun:test'
import { OWNER } from '../harness/claim-owner.ts'
import { accessibilityProblems, hasCount, shareDashboard, shows } from './harness.ts'

const dashboard = await shareDashboard({ claim: false })
const { gateway } = dashboard

test('the first start is signed in, shows a request after one click, and gets an account later', async () => {
  const path = `/#/setup/${await gateway.claimToken()}`
  const { page, errors, close } = await dashboard.open(path, { as: 'nobody' })
  await page.getByRole('heading', { name: 'Your gateway is running' }).waitFor()
  expect(page.url()).toBe(`${gateway.url}/welcome`)
  await page.getByRole('button', { name: 'Send a test request' }).click()
  await shows(page.locator('[data-arrived=ok]'), '200 in')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('link', { name: 'Set e-mail address and password' }).click()
  await page.getByLabel('First name').fill('Olive')
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password').fill(OWNER.password)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your account is complete.').first().waitFor()
  await hasCount(page.getByText('You are the local owner'), 0)
  expect(errors).toEqual([])
  await close()

  const again = await dashboard.open('/', { as: 'nobody' })
  await again.page.getByLabel('E-mail address').fill(OWNER.email)
  await again.page.getByLabel('Password').fill(OWNER.password)
  await again.page.getByRole('button', { name: 'Sign in' }).click()
  await again.page.waitForSelector('.shell')
  await again.close()
})
