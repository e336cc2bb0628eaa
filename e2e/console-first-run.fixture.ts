import type { Page } from 'playwright-core'
import { codeOf } from '#testing/second-factors.ts'

/** Sets up an authenticator app by an invitation's link. Answers its secret, as it stands below the QR code. */
export async function acceptInvitation(page: Page, link: string): Promise<string> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const code = page.getByLabel('Code from your authenticator app')
  await code.waitFor()
  const secret = (await page.getByText('Key', { exact: false }).locator('code').textContent())!
  await code.fill(codeOf({ secret }))
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return secret
}

/** Goes to a screen by the menu. */
export async function openByMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Presses what asks first, and then the same in the dialog. */
export async function confirm(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: act, exact: true }).first().click()
  // A dialog that can be put away has another “Close”, which comes first.
  await page.getByRole('dialog', { name: act }).getByRole('button', { name: act, exact: true }).last().click()
}

/** The card of the first run on the home screen. */
export function firstRun(page: Page) {
  const card = page.getByRole('region', { name: 'Before the first creator earns' })
  const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })
  return {
    card,
    step,
    /** Follows a step to its screen. */
    open: async (name: string, screen: string) => {
      await step(name).getByRole('link').click()
      await page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor()
    },
    /** Goes home, where the step is done. */
    done: async (name: string) => {
      await openByMenu(page, 'Home')
      await step(name).getByText('Done', { exact: true }).waitFor()
    },
  }
}

/** Says who runs the site, line by line. */
export async function nameSite(page: Page, lines: Record<string, string>): Promise<void> {
  const save = page.getByRole('button', { name: 'Save', exact: true })
  for (const [label, value] of Object.entries(lines)) {
    await page.getByLabel(label, { exact: true }).fill(value)
    await save.click()
    await save.waitFor({ state: 'detached' })
  }
}

/** Publishes the templates of the legal texts as they are. */
export async function publishLegalTexts(page: Page): Promise<void> {
  for (const name of ['Terms', 'Privacy', 'Cookies']) {
    const text = page.getByRole('region', { name, exact: true })
    await text.getByRole('link', { name: 'Write a new version' }).click()
    await page.getByLabel('What changed, for members').fill('The first version')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Legal texts' }).waitFor()
    await text.getByText('In force since').waitFor()
  }
}

/** Makes a brand and a key for its server. Answers the key, which is shown once. */
export async function makeBrand(
  page: Page,
  { name, website }: { name: string; website: string },
): Promise<string> {
  await page.getByRole('button', { name: 'New brand' }).click()
  const brand = page.getByRole('dialog', { name: 'New brand' })
  await brand.getByLabel('Name', { exact: true }).fill(name)
  await brand.getByLabel('Website').fill(website)
  await brand.getByRole('button', { name: 'Create the brand' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('its servers cannot report anything').waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  const making = page.getByRole('dialog', { name: 'New key' })
  await making.getByLabel('Label').fill('Shop server')
  await making.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('dialog', { name: 'The key' })
  await shown.getByRole('link', { name: 'What its server sends' }).waitFor()
  await shown.getByRole('button', { name: 'Copy' }).click()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  await shown.getByRole('button', { name: 'Close' }).last().click()
  await shown.waitFor({ state: 'detached' })
  return key
}

/** Writes a campaign that pays a share of each sale to creators on YouTube who apply, funds it and publishes it. */
export async function publishCampaign(
  page: Page,
  { brand, title, destination }: { brand: string; title: string; destination: string },
): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue' })
  await page.getByLabel('Brand').selectOption(brand)
  await page.getByLabel('Category').selectOption('Food & drink')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Summary').fill('Fresh beans each week, by post.')
  await page.getByLabel('Leads to').fill(destination)
  await next.click()
  await page.getByText('A share', { exact: true }).click()
  await page.getByLabel('Share of a sale').fill('20')
  await page.getByLabel('Budget, crels').fill('10500')
  await page.getByText('$1,000.00 at 10.5 crels for a dollar').waitFor()
  await next.click()
  await page.getByLabel('Joining', { exact: true }).selectOption('by application')
  await page.getByRole('checkbox', { name: 'youtube' }).check()
  await next.click()
  await page.getByLabel('Terms').fill('Each box that is paid and not sent back counts.')
  await next.click()
  await page.getByLabel('Payment behind it').fill('Invoice 1')
  await page.getByLabel('Publish it at once').check()
  await page.getByRole('button', { name: 'Create and publish it' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('Campaign published').waitFor()
}
