/** Where the operators' console is. It is an app of its own, with accounts of its own. */
export const consolePath = '/console'

/** Every screen of the console and its address below `/console`, as the browser's router reads it. */
export const consoleRoutes = {
  home: '',
  insight: 'insight',
  signIn: 'sign-in',
  invitation: 'invitation',
  applications: 'applications',
  review: 'review',
  claims: 'claims',
  redemptions: 'redemptions',
  support: 'support',
  orders: 'orders',
  abuse: 'abuse',
  deletions: 'deletions',
  conversions: 'conversions',
  conversion: 'conversions/:id',
  payouts: 'payouts',
  payout: 'payouts/:id',
  member: 'members/:uid',
  memberEarnings: 'members/:uid/earnings',
  brands: 'brands',
  brand: 'brands/:slug',
  campaigns: 'campaigns',
  newCampaign: 'campaigns/new',
  campaign: 'campaigns/:id',
  editCampaign: 'campaigns/:id/edit',
  campaignMembers: 'campaigns/:id/members',
  categories: 'categories',
  newCategory: 'categories/new',
  category: 'categories/:slug',
  editCategory: 'categories/:slug/edit',
  webhook: 'webhooks/:id',
  shop: 'shop',
  newItem: 'shop/new',
  item: 'shop/:slug',
  editItem: 'shop/:slug/edit',
  economy: 'economy',
  rates: 'economy/rates',
  ledger: 'ledger',
  ledgerAccounts: 'ledger/accounts',
  ledgerAccount: 'ledger/accounts/:id',
  ledgerTransaction: 'ledger/transactions/:id',
  site: 'site',
  banner: 'banner',
  announcements: 'announcements',
  newAnnouncement: 'announcements/new',
  faq: 'faq',
  newFaqEntry: 'faq/new',
  faqEntry: 'faq/:slug',
  editFaqEntry: 'faq/:slug/edit',
  legal: 'legal',
  editLegal: 'legal/:document',
  platforms: 'platforms',
  seasons: 'seasons',
  links: 'links',
  approvals: 'approvals',
  audit: 'audit',
  operators: 'operators',
  system: 'system',
  failedJobs: 'system/failed-jobs',
  suppressedAddresses: 'system/suppressed-addresses',
  exports: 'exports',
  account: 'account',
} as const satisfies Record<string, string>

export type ConsoleScreen = keyof typeof consoleRoutes

/** Screens for who is not signed in. */
export const openConsoleScreens: readonly ConsoleScreen[] = ['signIn', 'invitation']

/** The address of a screen on its origin, with the parameters of its path filled in. */
export function consoleHref(screen: ConsoleScreen, params: Record<string, string> = {}): string {
  const path = consoleRoutes[screen].replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return path === '' ? consolePath : `${consolePath}/${path}`
}

/** The screen at a path of the site, where there is one. */
export function matchConsole(pathname: string): ConsoleScreen | undefined {
  const found = Object.entries(patterns).find(([, pattern]) => pattern.test(pathname))
  return found?.[0] as ConsoleScreen | undefined
}

const patterns = Object.fromEntries(
  Object.entries(consoleRoutes).map(([screen, path]) => [
    screen,
    new RegExp(`^${consolePath}${path && `/${path.replaceAll(/:\w+/g, '[^/]+')}`}/?$`),
  ]),
)
