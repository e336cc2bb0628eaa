import type { Page } from 'playwright-core'

/** A device of the browser's own that keeps passkeys and knows its owner, as a phone with a fingerprint does. */
export async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** The owner is not known any more: every question is answered with a refusal. */
    refuse: async () =>
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  }
}
