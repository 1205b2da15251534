import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createRunFolder } from '#tests/support/run-folder.ts'
import { findFreePort, startServerProcess } from '#tests/support/server-process.ts'

/** Passkeys belong to a host name, so the address of the other tests' server will not do. */
const startOnLocalhost = async () => {
  const [port, dataDir] = [await findFreePort(), await createRunFolder()]
  const origin = `http://localhost:${port}`
  const server = await startServerProcess({
    port,
    dataDir,
    logFile: join('test-results', 'e2e-passkeys.log'),
    hasDemo: false,
    env: { PUBLIC_URL: origin },
  })
  return {
    origin,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A fingerprint reader that knows the user. */
const addAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    touch: (isOn: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isOn }),
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

test.setTimeout(240_000)

test('a passkey is added in Account Settings, signs in, is renamed and removed @any-width @long', async ({
  page,
}) => {
  const { origin, stop } = await startOnLocalhost()
  try {
    const reader = await addAuthenticator(page)
    await page.goto(`${origin}/login?redirect=/account-settings`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: /Ada Marlow/ }).click()
    const passkeys = page.getByRole('list', { name: 'Passkeys' })
    await reader.touch(true)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys.getByRole('listitem')).toHaveCount(1)
    await expect(passkeys).toContainText('Not used yet')
    const [credential] = await reader.credentials()
    expect(credential).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await expect(passkeys).toContainText('My laptop')

    // The only other way: nothing would be left if the laptop were lost.
    await page.getByRole('button', { name: 'Unlink Google' }).click()
    await expect(page.getByRole('dialog')).toContainText('Only your passkeys will be left')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    const signIn = page.getByRole('button', { name: 'Continue with a passkey' })
    const heading = page.getByRole('heading', { name: 'Account Settings' })
    const signInAgain = async () => {
      await page.request.post(`${origin}/api/sign-out`, { headers: { origin } })
      await page.goto(`${origin}/login?redirect=/account-settings`, { waitUntil: 'commit' })
    }
    // Without a click: the reader chooses what the field for the address suggests.
    await signInAgain()
    await expect(heading).toBeVisible()

    // A browser without such suggestions, or the reader would be quicker than the click.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await signInAgain()
    await signIn.click()
    await expect(heading).toBeVisible()
    await expect(page.getByLabel('Account Type')).toHaveValue('Passkey')
    await expect(page.getByText(/Signed in with a passkey/)).toBeVisible()

    await page.getByRole('button', { name: 'Remove My laptop' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(passkeys).toBeHidden()
  } finally {
    await stop()
  }
})
