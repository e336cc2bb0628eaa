import type { Page } from 'playwright-core'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import type { Campaigns, Shot } from './shots.ts'

/** The main sheets and dialogs, each opened as a person opens it. The last ones change what the member has. */
export function sheetShots(campaigns: Campaigns): Shot[] {
  const press = (name: string | RegExp) => async (page: Page) => {
    await page.getByRole('button', { name }).filter({ visible: true }).first().click()
  }
  return [
    { name: 'sheet-filters', path: paths.campaigns, people: ['typical'], open: press(m.finding_filters()) },
    {
      name: 'sheet-palette',
      path: paths.home,
      people: ['typical'],
      open: async (page) => await page.keyboard.press('ControlOrMeta+k'),
    },
    {
      name: 'sheet-leave',
      path: paths.campaign(campaigns.joined),
      people: ['typical'],
      open: async (page) => {
        await press(m.my_campaigns_more())(page)
        await press(m.my_campaigns_leave())(page)
      },
    },
    {
      name: 'sheet-how-it-adds-up',
      path: paths.crels('wallet'),
      people: ['rich'],
      open: press(m.wallet_how()),
    },
    {
      name: 'sheet-month',
      path: paths.crels('wallet'),
      people: ['typical'],
      open: press(new RegExp(`^${m.pictures_month_share({ month: '' }).trim()}`)),
    },
    {
      name: 'sheet-destination',
      path: paths.crels('exchange'),
      // Who has a destination begins with the amount.
      people: ['new'],
      open: press(m.redemptions_add_kind({ kind: m.redemptions_kind_bank() })),
    },
    { name: 'sheet-invite-qr', path: paths.referral, people: ['typical'], open: press(m.friends_qr()) },
    {
      name: 'sheet-links-in-bulk',
      path: paths.shortlinks,
      people: ['typical'],
      open: press(m.shortlinks_many()),
    },
    {
      name: 'cash-out-confirmation',
      path: paths.crels('exchange'),
      people: ['rich'],
      open: async (page) => {
        await press(/^\D*100\D*$/)(page)
        await press(m.redemptions_continue())(page)
        await page.getByRole('heading', { name: m.redemptions_review() }).waitFor()
      },
      isPage: true,
    },
    {
      name: 'sheet-joined',
      path: paths.campaign(campaigns.open),
      people: ['new'],
      open: press(m.my_campaigns_join()),
    },
    {
      name: 'streak-milestone',
      path: paths.dailyCheckIn,
      people: ['typical'],
      open: press(m.check_in_stamp({ points: '' }).trim()),
    },
  ]
}
