import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeVisits, openBrowser, visit } from '#testing/browser.ts'
import { runCommand } from '#testing/commands.ts'
import { moveClockTo } from '#testing/midnight.ts'
import { codeOf } from '#testing/second-factors.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { openSmtpBox, type SmtpBox } from '#testing/smtp-box.ts'
import { openBrandShop, type BrandShop } from './brand-shop.fixture.ts'
import {
  acceptInvitation,
  confirm,
  firstRun,
  makeBrand,
  nameSite,
  openByMenu,
  publishCampaign,
  publishLegalTexts,
} from './console-first-run.fixture.ts'
import { addPayPal, applyTo, cashOutAll, completeProfile, signUp } from './new-creator.fixture.ts'

/**
 * An empty installation with a mail server of its own, as in production but for its clock: a month passes by moving it,
 * which a database in production refuses.
 */
let site: TestSite
let browser: Browser
let box: SmtpBox
let shop: BrandShop
beforeAll(async () => {
  box = await openSmtpBox()
  shop = await openBrandShop({ siteOf: () => site, usdCents: 500_00 })
  site = await startTestSite({
    smtpUrl: box.url,
    mailFrom: 'Beanstalk <hello@beanstalk.example>',
    rateLimit: true,
  })
  await moveClockTo(site, Date.UTC(2027, 5, 2, 9))
  browser = await openBrowser()
})
afterAll(async () => {
  if (browser) await closeVisits(browser)
  await Promise.all([site?.close(), shop.close(), box.close()])
})

const olgaMail = 'olga@beanstalk.example'
const pietMail = 'piet@beanstalk.example'
const adaMail = 'ada@example.com'
const offer = '20% of every box of beans'

/** Everything by what the screens say: two operators, a creator, a buyer, and the server of a brand. */
test('two operators take an empty installation to a creator who is paid, by the console alone', async () => {
  const consoleOf = async () =>
    await visit(browser, site.origin, { viewport: 'desktop', expectedStatuses: [422] })
  const visits = [await consoleOf(), await visit(browser, site.origin)]
  const [olga, ada] = visits.map(({ page }) => page) as [Page, Page]

  // The first owner, by the command that the documents name.
  await acceptInvitation(olga, await firstOwner())
  const { card, step, open, done } = firstRun(olga)
  await step('See that mails arrive').getByRole('button', { name: 'Send a test mail' }).click()
  expect((await box.awaitMail(olgaMail, /test mail/)).text).toContain('Mails arrive.')
  await step('See that mails arrive').getByRole('button', { name: 'Yes, it arrived' }).click()
  await done('See that mails arrive')
  await open('Say who runs the site', 'Site')
  await nameSite(olga, {
    Name: 'Beanstalk',
    'Company or person': 'Beanstalk GmbH',
    'Postal address': '1 Long Road, 10115 Berlin',
    'Contact for legal matters': 'legal@beanstalk.example',
    'Law that applies': 'the laws of Germany',
    'Companies that process members’ data': 'Example Mail (sends mails)',
  })
  await done('Say who runs the site')
  await done('Name the site')
  await step('Give it a logo').getByRole('button', { name: 'Later' }).click()
  await done('Give it a logo')
  await step('Choose your time zone').getByRole('button', { name: /^Use / }).click()
  await done('Choose your time zone')
  await open('Publish terms, privacy and cookies', 'Legal texts')
  await publishLegalTexts(olga)
  await done('Publish terms, privacy and cookies')
  await open('Invite a second operator', 'Operators')
  await olga.getByRole('button', { name: 'Invite someone' }).click()
  const inviting = olga.getByRole('dialog', { name: 'Invite someone' })
  await inviting.getByLabel('Name').fill('Piet')
  await inviting.getByLabel('E-mail').fill(pietMail)
  await inviting.getByLabel('Role').selectOption('Finance: redemptions, payouts, rates, corrections')
  await inviting.getByRole('button', { name: 'Send the invitation' }).click()
  await olga.getByText('Piet is invited').waitFor()
  await done('Invite a second operator')
  await open('Choose an economy', 'Economy')
  await olga.getByRole('button', { name: 'Begin with these' }).click()
  await done('Choose an economy')
  await open('Create the first brand', 'Brands')
  shop.key = await makeBrand(olga, { name: 'North Roast', website: shop.origin })
  await done('Create the first brand')
  await open('Start the first campaign', 'New campaign')
  await publishCampaign(olga, { brand: 'North Roast', title: offer, destination: `${shop.origin}/beans` })
  await openByMenu(olga, 'Home')
  await card.waitFor({ state: 'detached' })
  await olga.getByText('Nothing waits for you').waitFor()

  // The second operator, by the invitation in their mailbox.
  visits.push(await consoleOf())
  const invitation = await box.awaitMail(pietMail, /console/)
  const pietSecret = await acceptInvitation(visits[2]!.page, invitation.links[0]!)
  await visits[2]!.context.close()

  // A creator applies, is let in, and shares; somebody buys.
  await signUp(ada, box, { name: 'Ada', email: adaMail })
  await completeProfile(ada, offer)
  await applyTo(ada, offer, 'North Roast', 'I brew on camera each Sunday.')
  await openQueue(olga, 'Applications to campaigns')
  await olga.getByText('I brew on camera each Sunday.').waitFor()
  await confirm(olga, 'Approve')
  await olga.getByText('1 application approved').waitFor()

  await ada.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await ada.getByRole('button', { name: 'Copy link' }).click()
  await ada.getByRole('button', { name: 'Copied' }).waitFor()
  visits.push(await visit(browser, site.origin, { viewport: 'desktop' }))
  const buyer = visits.at(-1)!.page
  await buyer.goto(await ada.evaluate(() => navigator.clipboard.readText()))
  await buyer.getByRole('button', { name: 'Buy' }).click()
  await buyer.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(shop.answers).toMatchObject([
    { status: 'under_review', reason: 'too_fast', earning: { crels: 1_050 } },
  ])
  await openQueue(olga, 'Conversions under review')
  await olga.getByText('It came within 5 seconds of the click').waitFor()
  await confirm(olga, 'Accept')
  await olga.getByText('1 accepted').waitFor()

  // The holding period ends, and then the first day of a new destination.
  await moveClockTo(site, Date.UTC(2027, 6, 3, 9))
  await site.jobs.run('unlock-earnings')
  await addPayPal(ada, 'ada@paypal.example')
  await moveClockTo(site, Date.UTC(2027, 6, 4, 10))
  await site.jobs.run('notify-usable-destinations')
  await site.jobs.run('send-notifications')
  const ready = await box.awaitMail(adaMail, /^You can cash out now$/)
  await cashOutAll(ada, ready.links[0]!, '$97.00')

  await openQueue(olga, 'Redemptions to approve')
  await olga.getByText('1,050 crels for $97.00').waitFor()
  await confirm(olga, 'Approve')
  await olga.getByText('1 redemption approved').waitFor()
  await openQueue(olga, 'Approved, in no payout run')
  await openByMenu(olga, 'Payout runs')
  await olga.getByText('1 approved redemption in no run · $97.00').waitFor()
  await olga.getByRole('button', { name: 'New run' }).click()
  await olga.getByRole('dialog', { name: 'New run' }).getByRole('button', { name: 'Draft the run' }).click()
  await olga.getByRole('heading', { level: 1, name: /^PayPal, / }).waitFor()

  await olga.getByText('An operator other than Olga opens this run and approves it.').waitFor()
  // Four eyes: in a new browser, by a mailed code and the app.
  visits.push(await consoleOf())
  const piet = visits.at(-1)!.page
  await signInByCodes(piet, pietSecret)
  await piet.getByRole('link', { name: 'Payout runs under way' }).click()
  await piet.getByRole('heading', { level: 1, name: 'Payout runs' }).waitFor()
  await piet.getByRole('cell', { name: '$97.00' }).click()
  await confirm(piet, 'Approve')
  await piet.getByText('Run approved').waitFor()

  await olga.reload()
  await confirm(olga, 'Create the file')
  await olga.getByText('Download the file and hand it to PayPal, which pays.').waitFor()
  const [download] = await Promise.all([
    olga.waitForEvent('download'),
    olga.getByRole('button', { name: 'Download file 1' }).click(),
  ])
  const payment = readFileSync(await download.path(), 'utf8')
    .split('\r\n')[1]!
    .split(',')
  expect(payment.slice(0, 3)).toEqual(['ada@paypal.example', '97.00', 'USD'])
  // What PayPal reports of it.
  const report = `Reference ID,Status,Transaction ID\n${payment[3]},Success,4XY12345\n`
  const choosing = olga.waitForEvent('filechooser')
  await olga.getByRole('button', { name: 'Import results' }).click()
  await (await choosing).setFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(report) })
  await olga.getByText('1 paid').waitFor()
  await olga.getByText('Every payment has a result. Close the run').waitFor()
  await confirm(olga, 'Close')
  await olga.getByText('Run closed: it agrees with the ledger').waitFor()

  await ada.goto('/crels/redemptions')
  const payout = ada.getByRole('article')
  await payout.getByText('$97.00').waitFor()
  await payout.getByText('The dollars have arrived.').waitFor()
  await payout.getByText('Payment reference 4XY12345').waitFor()
  await site.jobs.run('send-notifications')
  expect((await box.awaitMail(adaMail, /^We paid you \$97\.00$/)).text).toContain(
    'Payment reference: 4XY12345',
  )

  // The books, and the log of who did what.
  await openByMenu(olga, 'Ledger')
  await expect.poll(async () => await olga.getByText('comes to zero', { exact: true }).count()).toBe(3)
  await openByMenu(olga, 'Audit log')
  await olga.getByRole('button', { name: 'Prove the log' }).click()
  await olga.getByText(/^The chain of \d+ entries is whole/).waitFor()
  await olga.getByRole('dialog').getByRole('button').first().click()
  await openByMenu(olga, 'System')
  await olga.getByRole('checkbox', { name: 'Select reconcile', exact: true }).check()
  await confirm(olga, 'Run now')
  await olga.getByText('1 job started').waitFor()
  await expect
    .poll(async () => {
      await olga.goto('/console')
      await olga.getByText('Audit log').first().waitFor()
      return await olga.getByText('Clean', { exact: true }).count()
    })
    .toBe(1)
  expect(visits.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
})

/** Makes the first operator on the server; answers the link to their way in. */
async function firstOwner(): Promise<string> {
  const { databaseUrl, config, origin } = site
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: config.dataDir,
    SECRET: config.secret!,
    PUBLIC_ORIGIN: origin,
  }
  const first = ['operator', 'add', olgaMail, '--name', 'Olga', '--role', 'owner']
  const { stdout } = await runCommand(first, settings)
  return /http\S+/.exec(stdout)![0]
}

/** Opens what waits, from home. */
async function openQueue(page: Page, queue: string): Promise<void> {
  await page.goto('/console')
  await page.getByRole('link', { name: queue }).click()
}

async function signInByCodes(page: Page, secret: string): Promise<void> {
  await page.goto('/console')
  await page.getByLabel('E-mail address').fill(pietMail)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code from the e-mail').fill((await box.awaitMail(pietMail, /code/i)).code!)
  // That of now may be the one that was used to set the app up.
  await page.getByLabel('Code from your authenticator app').fill(codeOf({ secret }, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
