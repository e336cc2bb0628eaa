import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { chooseColourScheme } from '#web/platform/colour-scheme.ts'
import { identity } from '#web/platform/session.ts'
import type { NamedCampaign } from '#web/ui/campaign-name.tsx'
import { hasWords } from '#web/ui/rare/matching.ts'

/** One line of the palette: a place to go to, or something to do at once. */
export interface PaletteItem {
  id: string
  label: string
  /** Beside the label, in grey: whose it is. */
  detail?: string
  /** Shown as every campaign is named, in place of the label. */
  campaign?: NamedCampaign
  /** Other words it is found by. */
  words?: string
  to?: string
  /** What it does; the palette waits for what takes its time. */
  run?: () => void | Promise<void>
  /** What is said where that failed. */
  failure?: () => string
}

/** What can be done from anywhere, the most usual first. */
export function paletteActions(): PaletteItem[] {
  return [
    { id: 'check-in', label: m.palette_check_in(), words: 'streak stamp', to: paths.dailyCheckIn },
    { id: 'new-link', label: m.palette_new_link(), words: 'short url qr', to: paths.shortlinks },
    { id: 'invite', label: m.palette_invite(), words: 'referral friend', to: paths.referral },
    {
      id: 'cash-out',
      label: m.palette_cash_out(),
      words: 'redeem payout paypal',
      to: paths.crels('exchange'),
    },
    { id: 'light', label: m.palette_light(), words: 'theme scheme', run: () => chooseColourScheme('light') },
    {
      id: 'dark',
      label: m.palette_dark(),
      words: 'theme scheme night',
      run: () => chooseColourScheme('dark'),
    },
    {
      id: 'sign-out',
      label: m.palette_sign_out(),
      words: 'log out',
      run: () => identity.signOut(),
      failure: m.profile_sign_out_failed,
    },
  ]
}

/** Members' pages; the first few are shown before anything is typed. */
export function palettePages(): PaletteItem[] {
  const rows: [title: string, to: string, words?: string][] = [
    [m.pages_home(), paths.home],
    [m.pages_campaigns(), paths.campaigns, 'browse offers'],
    [m.pages_my_campaigns(), paths.myCampaigns, 'joined'],
    [m.pages_points(), paths.points, 'earn'],
    [m.pages_crels_wallet(), paths.crels('wallet'), 'balance money statement'],
    [m.pages_shortlinks(), paths.shortlinks, 'short url'],
    [m.pages_performance_analytics(), paths.performanceAnalytics, 'statistics clicks chart'],
    [m.pages_profile(), paths.profile, 'account settings security'],
    [m.pages_campaigns_popular(), paths.campaignsPopular],
    [m.pages_campaigns_new_arrivals(), paths.campaignsNewArrivals],
    [m.pages_campaign_categories(), paths.campaignCategories],
    [m.pages_crels_exchange(), paths.crels('exchange'), 'redeem cash out'],
    [m.pages_crels_redemptions(), paths.crels('redemptions'), 'payouts destinations'],
    [m.pages_crels_about(), paths.crels('about')],
    [m.pages_referral(), paths.referral, 'invite friends'],
    [m.pages_points_shop(), paths.pointsShop, 'buy'],
    [m.pages_social_share(), paths.socialShare, 'caption post'],
    [m.pages_monthly_claim(), paths.monthlyClaim],
    [m.pages_daily_check_in(), paths.dailyCheckIn, 'streak calendar'],
    [m.pages_rewards(), paths.rewards, 'claim'],
    [m.pages_leaderboard(), paths.leaderboard, 'rank season'],
    [m.pages_gamification(), paths.gamification, 'level badges'],
    [m.pages_profile_info(), paths.profileInfo, 'name birthday country channels notifications'],
    [m.pages_help(), paths.help, 'support write'],
    [m.pages_docs(), paths.docs, 'documentation guide how'],
    [m.pages_faq(), paths.faq, 'faq help'],
  ]
  return rows.map(([label, to, words]) => ({ id: to, label, to, words }))
}

/** The address of a list that shows more of what is typed. */
export function searchPath(q: string): string {
  return withQuery(paths.campaigns, { q })
}

/** The items each of whose typed words begins a word of the label or of the other words. */
export function matching(items: PaletteItem[], q: string): PaletteItem[] {
  return items.filter(({ label, words = '' }) => hasWords(`${label} ${words}`, q))
}
