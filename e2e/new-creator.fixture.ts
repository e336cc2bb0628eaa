import type { Page } from 'playwright-core'
import type { SmtpBox } from '#testing/smtp-box.ts'

/** Signs up from the start page and verifies by the code of the mail. */
export async function signUp(
  page: Page,
  box: SmtpBox,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Join free' }).click()
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse 9')
  await page.getByLabel('Display name').fill(name)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Six-digit code').click()
  await page.keyboard.type((await box.awaitMail(email, /Verify/)).code!)
  await page.getByRole('heading', { name: 'Your first crels in three steps' }).waitFor()
}

/** Finds out that the campaign wants a channel, and fills in the whole profile, which a payout needs. */
export async function completeProfile(page: Page, offer: string): Promise<void> {
  await openCampaign(page, offer)
  await page.getByText('Something’s missing').waitFor()
  await page.getByRole('link', { name: 'Fix' }).click()
  await page.getByLabel('Full name').fill('Ada Example')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByRole('combobox', { name: 'Country of residence' }).pressSequentially('germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByText('Food', { exact: true }).click()
  await page.getByLabel('Platform').selectOption('YouTube')
  await page.getByLabel('Address or handle').fill('@ada')
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByText('Your profile is complete').first().waitFor()
}

/** Applies to a campaign of a brand with a few words. */
export async function applyTo(page: Page, offer: string, brand: string, words: string): Promise<void> {
  await openCampaign(page, offer)
  await page.getByRole('button', { name: 'Apply to join' }).click()
  const applying = page.getByRole('dialog', { name: `Apply to ${brand}` })
  await applying.getByLabel('Message to the brand').fill(words)
  await applying.getByRole('button', { name: 'Send application' }).click()
  await page.getByText('Your application is with the brand').waitFor()
}

async function openCampaign(page: Page, offer: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Campaigns', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: offer }).first().click()
  await page.getByRole('heading', { level: 1, name: offer }).waitFor()
}

/** Says where the dollars go. Answers once the screen says from when they can. */
export async function addPayPal(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Wallet' }).first().click()
  await page.getByRole('link', { name: 'Cash out' }).click()
  await page.getByRole('button', { name: 'Add PayPal' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByText('it can be used 24 hours after you add it').waitFor()
  await adding.getByLabel('E-mail address of your PayPal account').fill(email)
  await adding.getByRole('button', { name: 'Add it' }).click()
  await page.getByRole('heading', { name: /^You can cash out from / }).waitFor()
}

/** Cashes out everything, by the link in the mail that says that it can be. */
export async function cashOutAll(page: Page, link: string, dollars: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'All I have' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
  await page.getByRole('button', { name: `Cash out ${dollars}` }).click()
  await page.getByRole('heading', { name: `${dollars} requested` }).waitFor()
}
