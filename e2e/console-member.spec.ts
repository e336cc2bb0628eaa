import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { giveFactor, testActor } from '#testing/operators.ts'
import { completeProfile } from '#testing/members.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { addAuthenticator } from '#testing/second-factors.ts'
import {
  expectAccessible,
  expectNothingToPress,
  expectToFit,
  inviteToConsole,
  openScreen,
  visitConsole,
} from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
test('a member is found, looked at, noted on, paid nothing for a while, and disabled with what that touches; it is undone', async () => {
  const member = await createRedeemer(site)
  await redeem(site, member)
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga', { expectedStatuses: [409] })
  await openScreen(page, 'home')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill(member.email)
  await page.getByRole('dialog').getByRole('option', { name: member.email }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
  await page.getByText('Nothing stands out').waitFor()
  // What an identity card says, and a payout that is refused as too young.
  await page.getByText(/^17 May 1990, \d\d years old$/).waitFor()
  // What they chose to be seen by: who has no photo has their initials, of the same size.
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile
    .getByRole('definition')
    .filter({ hasText: completeProfile.industries.join(', ') })
    .waitFor()
  expect(await profile.getByRole('img').count()).toBe(0)
  const photo = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#0000ff' } })
    .jpeg()
    .toBuffer()
  await site.server.inject({
    method: 'PUT',
    url: `/api/v1/users/${member.uid}/photo`,
    headers: { ...member.headers, 'content-type': 'image/jpeg' },
    payload: photo,
  })
  await page.reload()
  const shown = profile.getByRole('img', { name: 'Photo of Ada' })
  await shown.waitFor()
  await expect.poll(async () => await shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512)
  expect(await shown.boundingBox()).toMatchObject({ width: 72, height: 72 })
  await page.getByRole('region', { name: 'Redemptions' }).getByText('requested').waitFor()
  await page.getByRole('row', { name: /10,000/ }).waitFor()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog')
  const ask = async (act: string, reason: string, days = '7') => {
    await page.getByRole('button', { name: act, exact: true }).click()
    if (act === 'Stop payouts') {
      const facts = async () => await dialog.locator('dl > div').allTextContents()
      await expect
        .poll(facts)
        .toEqual([
          expect.stringMatching(/^Held: requested or approved1, \$/),
          'Not held: already sent0, $0.00',
        ])
      await expectAccessible(page)
      await dialog.getByRole('textbox', { name: 'Days' }).fill(days)
    }
    await dialog.getByRole('textbox').last().fill(reason)
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await ask('Add a note', 'Called her on Monday.')
  const acts = page.getByRole('region', { name: 'Operators' })
  await acts.getByText('Called her on Monday.').waitFor()
  await ask('Stop payouts', 'Two accounts, one bank.')
  await page.getByText(/Payouts stopped until/).waitFor()
  await page.getByRole('button', { name: 'Allow payouts' }).waitFor()
  // Undone by who did it, and done again.
  await page
    .getByRole('alert')
    .filter({ hasText: 'Payouts are stopped' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByText(/Payouts stopped until/).waitFor({ state: 'detached' })
  await ask('Stop payouts', 'It was right.')
  await page.getByRole('button', { name: 'Allow payouts' }).waitFor()
  // It can be made longer, and says until when it is.
  const stopped = await page.getByText(/Payouts stopped until/).textContent()
  await page.getByRole('button', { name: 'Stop payouts', exact: true }).click()
  await dialog.getByText(/^Payouts are stopped until .+ already\. Choose days that end later\.$/).waitFor()
  await page.keyboard.press('Escape')
  await ask('Stop payouts', 'It takes longer.', '9')
  await expect.poll(() => page.getByText(/Payouts stopped until/).textContent()).not.toBe(stopped)
  // The Undo of the shorter one does not take back the longer one.
  const undos = page.getByRole('alert').filter({ hasText: 'Payouts are stopped' })
  expect(await undos.count()).toBe(2)
  await undos.first().getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/by another stop\./).waitFor()
  await expect.poll(() => page.getByText(/Payouts stopped until/).textContent()).not.toBe(stopped)

  // What it touches is counted first, anew each time.
  for (const time of ['first', 'again']) {
    if (time === 'again') await page.keyboard.press('Escape')
    const counted = page.waitForResponse((answer) => answer.url().endsWith('/reach'))
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await counted
    await dialog.getByText(/^1, \$/).waitFor()
  }
  // What enabling gives back, and what it does not.
  const [back, lost] = [dialog.locator('dl').first(), dialog.locator('dl').last()]
  expect(await back.locator('dt').allTextContents()).toEqual([
    'Working links',
    'Campaigns',
    'Crels',
    'Open redemptions',
    'Orders to be sent',
  ])
  expect(await lost.locator('div').allTextContents()).toEqual(['Signed-in devices1'])
  await dialog.getByText('on every device they sign in anew').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('Sold clicks.')
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  expect(await stateOf(member.uid)).toBe('disabled')
  const said = page.getByRole('alert').filter({ hasText: 'The member is disabled' })
  await said.getByText('on every device they sign in anew').waitFor()
  await said.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Active', { exact: true }).waitFor()
  expect(await stateOf(member.uid)).toBe('active')

  await page.setViewportSize({ width: 390, height: 844 })
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(overflows).toBe(false)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member who lost their phone gets in again: support removes their second factors, once it knows what goes', async () => {
  const member = await createRedeemer(site)
  await addAuthenticator(site, member)
  const { page, context, consoleErrors } = await visitConsole('support', 'Sam')
  await openScreen(page, 'member', '', { uid: member.uid })
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByText('authenticator app, 10 recovery codes').waitFor()
  const act = { name: 'Remove second factors', exact: true }
  await page.getByRole('button', act).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('(authenticator app, 10 recovery codes), and ends 1 session').waitFor()
  await dialog.getByText('Make sure that it is they who ask', { exact: false }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('She called, and knew her last payouts.')
  await dialog.getByRole('button', act).click()
  await page.getByText('The second factors are removed').waitFor()
  await profile.getByText('none', { exact: true }).waitFor()
  expect(await page.getByRole('button', act).count()).toBe(0)
  await page.getByRole('region', { name: 'Operators' }).getByText('She called, and knew').waitFor()
  await page.getByRole('region', { name: 'Signed in' }).waitFor()
  await expectToFit(page)
  const { email, password } = member
  const payload = { email, password }
  const signIn = await site.server.inject({ method: 'POST', url: '/identity/sign-in', payload })
  expect(signIn.statusCode, signIn.body).toBe(200)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a list with more than twenty goes on', async () => {
  const member = await createRedeemer(site)
  for (let made = 0; made < 22; made += 1)
    await site.members.signOut(testActor, member.uid, `Sign-out number ${made}`)
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'member', '', { uid: member.uid })
  const acts = page.getByRole('region', { name: 'Operators' })
  await acts.getByText('Sign-out number 21').waitFor()
  expect(await acts.getByText(/Sign-out number 0$/).count()).toBe(0)
  await acts.getByRole('button', { name: 'Show more' }).click()
  await acts.getByText(/Sign-out number 0$/).waitFor()
  await acts.getByText('Sign-out number 21').waitFor()
  await acts.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  await expectNothingToPress(page.getByRole('region', { name: 'Redemptions' }))
  await expectAccessible(page)
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an adjustment is proposed with the balance after it, approved by another operator, and is in the member’s ledger', async () => {
  const member = await createRedeemer(site, { crels: 1_000 })
  const finn = await inviteToConsole('finance', 'Finn')
  await giveFactor(site, finn.operatorId)
  const olga = await visitConsole('owner', 'Olga')
  const { page } = olga
  await openScreen(page, 'member', '', { uid: member.uid })
  await page.getByRole('button', { name: 'Adjust balance' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Adjust balance' })
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await dialog.getByRole('textbox', { name: 'Reason, for operators' }).fill('Paid twice in May.')
  await amount.fill('-1001')
  await dialog
    .getByRole('alert')
    .getByText(/cannot be taken/)
    .waitFor()
  expect(await submit.isDisabled()).toBe(true)
  await amount.fill('-400')
  await dialog.getByText('600', { exact: false }).waitFor()
  await expectAccessible(page)
  await submit.click()
  await page.getByText('The adjustment waits for approval').waitFor()
  await dialog.waitFor({ state: 'detached' })

  const other = await visitConsole('finance', 'Fiona')
  await openScreen(other.page, 'approvals')
  await other.page
    .getByRole('row', { name: /Balance adjusted/ })
    .first()
    .click()
  await other.page.getByRole('link', { name: member.uid }).waitFor()
  await other.page.getByRole('button', { name: 'Approve' }).click()
  const asked = other.page.getByRole('dialog')
  await asked.getByText(/−400 crels/).waitFor()
  await asked.getByText('1,000 crels').waitFor()
  await asked.getByText('600 crels').waitFor()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await other.page.getByText('1 act approved').waitFor()

  await page.reload()
  await page
    .getByRole('row', { name: /adjustment/ })
    .getByText('600', { exact: true })
    .waitFor()
  expect([...olga.consoleErrors, ...other.consoleErrors]).toEqual([])
  await Promise.all([olga.context.close(), other.context.close()])
})

test('a member’s screens are seen as they see them, and nothing in them acts', async () => {
  const member = await createRedeemer(site, { crels: 7_000 })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'member', '', { uid: member.uid })
  await page.getByRole('button', { name: 'View as member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Her wallet shows a wrong sum.')
  await dialog.getByRole('button', { name: 'Wallet' }).click()
  await dialog.getByText(/You see this as Ada, read-only/).waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByText('7,000').first().waitFor()
  const inside = frame.locator('body')
  expect(await inside.locator('script, a[href]').count()).toBe(0)
  // The styles are the app's own.
  await expect
    .poll(async () => await inside.evaluate((body) => getComputedStyle(body).fontFamily))
    .toContain('Figtree')
  const url = page.url()
  await frame.getByText('Cash out').first().click({ force: true })
  expect([page.url(), page.frames()[1]!.url()]).toEqual([url, 'about:srcdoc'])
  await dialog.getByRole('button', { name: 'Home' }).click()
  await frame.getByText('Ada').first().waitFor()
  // The test's own looks into the frame are scripts, too.
  expect(consoleErrors.filter((line) => !line.startsWith('Blocked script execution'))).toEqual([])
  await context.close()
})

test('each list of a member has a file of all its rows, in which nothing is run as a formula', async () => {
  const member = await createRedeemer(site)
  const redemption = await redeem(site, member)
  await sql`
    insert into link (id, owner_uid, code, kind, destination_url)
    select 'lnk_' || md5(n::text), ${member.uid}, 'tea-' || n, 'own', 'https://tea.example/' || n
    from generate_series(1, 130) n`.execute(site.db)
  const { page, context, consoleErrors } = await visitConsole('manager', 'Sib')
  await openScreen(page, 'member', '', { uid: member.uid })
  const fileOf = async (list: string) => {
    const button = page
      .getByRole('region', { name: list, exact: true })
      .getByRole('button', { name: 'Export CSV' })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/^member-.+\.csv$/)
    return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  }
  const redemptions = await fileOf('Redemptions')
  expect(redemptions[0]).toBe('\u{feff}Time,State,Crels,US cents,ID')
  expect(redemptions.slice(1)).toEqual([expect.stringMatching(`,requested,.+,${redemption.id}$`)])
  // More than the card shows.
  const links = await fileOf('Links')
  expect(links).toHaveLength(131)
  expect(links[1]).toMatch(/,\/s\/tea-\d+,own,active,https:\/\/tea\.example\/\d+,lnk_/)
  const [header, ...sessions] = await fileOf('Signed in')
  expect(header).toBe('\u{feff}Last used,Device,Country')
  expect(sessions).toHaveLength(1)

  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('=HYPERLINK("https://evil.example")')
  await dialog.getByRole('button', { name: 'Add a note', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Operators' }).getByText('HYPERLINK').waitFor()
  const acts = await fileOf('Operators')
  expect(acts.join('\n')).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  await expectAccessible(page)
  await expectToFit(page)

  // Each link leads to where it is looked into and blocked.
  const link = page.getByRole('link', { name: /^\/s\/tea-\d+$/ }).first()
  const code = (await link.textContent())!.slice('/s/'.length)
  await link.click()
  await page.getByRole('button', { name: 'Block the link' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?code=${code}`)
  await page.getByText(code.replace('tea-', 'https://tea.example/'), { exact: true }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member’s data is saved as a file, and the account is deleted once its address is typed', async () => {
  const member = await createRedeemer(site)
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'member', '', { uid: member.uid })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Export data' }).click()
  await dialog.getByRole('textbox').fill('She wrote a letter.')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export data' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^member-.+\.zip$/)
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Delete account' }).click()
  const submit = dialog.getByRole('button', { name: 'Delete account' })
  await dialog.getByText('10,000').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('She wrote a letter.')
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Their e-mail address' }).fill(member.email)
  await submit.click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  expect(['deleted', undefined]).toContain(await stateOf(member.uid))
  // What was read again of who is gone.
  expect(consoleErrors.filter((line) => !line.includes('404'))).toEqual([])
  await context.close()
})

async function stateOf(uid: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state from member where uid = ${uid}`.execute(site.db)
  return rows[0]?.state
}
