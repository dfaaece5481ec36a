import { afterAll, test } from 'bun:test'
import { startOidcProvider } from '../harness/sso/oidc-provider.ts'
import { shareDashboard } from './harness.ts'
import { ssoStory } from './sso-story.ts'

const dashboard = await shareDashboard()
const issuer = await startOidcProvider()
afterAll(() => issuer[Symbol.asyncDispose]())

ssoStory(dashboard, issuer)

test('cancelling at the issuer shows its error, and the user can start again', async () => {
  const { page, close } = await dashboard.open('/', { as: 'nobody' })
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await page.getByLabel('E-mail address').fill('ann@acme.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await issuer.cancel(page)
  await page.getByText('The identity provider refused the sign-in: access_denied: The user cancelled.').waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await close()
})
