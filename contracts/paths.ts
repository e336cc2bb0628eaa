import type { SupportTopic } from './support.constants.ts'

/** Every page URL of the product. Links, redirects and mails are built from here, never typed by hand. */
export const paths = {
  home: '/',
  faq: '/faq',
  help: '/help',
  login: '/login',
  loginTutorial: '/login/tutorial',
  resetPassword: '/login/reset-password',
  resetPasswordSent: '/login/reset-password/sent',
  signup: '/signup',
  emailVerification: '/signup/email-verification',
  crels: (slug: CrelsSlug): string => `/crels/${slug}`,
  points: '/points',
  referral: '/points/referral',
  pointsShop: '/points/points-shop',
  socialShare: '/points/social-share',
  monthlyClaim: '/points/monthly-claim',
  dailyCheckIn: '/points/daily-check-in',
  campaigns: '/campaigns/all',
  campaignsPopular: '/campaigns/all/popular',
  campaignsNewArrivals: '/campaigns/all/new-arrivals',
  campaignCategories: '/campaigns/categories',
  campaignCategory: (category: string): string => `/campaigns/category/${encodeURIComponent(category)}`,
  campaign: (id: string): string => `/campaigns/${encodeURIComponent(id)}`,
  myCampaigns: '/my-campaigns',
  profile: '/profile',
  profileInfo: '/profile/info',
  taxForm: '/profile/tax-form',
  rewards: '/rewards',
  shortlinks: '/shortlinks',
  leaderboard: '/leaderboard',
  gamification: '/gamification',
  performanceAnalytics: '/performance-analytics',
  deleteAccount: '/delete-account',
  docs: '/docs',
  doc: (page: DocPage): string => `/docs/${page}`,
} as const

/** The screens under `/crels/`; any other slug is a 404. */
export const crelsSlugs = ['wallet', 'exchange', 'redemptions', 'about'] as const
export type CrelsSlug = (typeof crelsSlugs)[number]

/** The documentation, in reading order: the ten pages about the product, then those about the site. */
export const docPages = [
  'get-started',
  'get-started/dashboard',
  'get-started/create-account',
  'get-started/understand-crels',
  'monetization',
  'monetization/tracking-link',
  'monetization/find-campaigns',
  'monetization/redeem-earnings',
  'monetization/campaign-earnings',
  'release',
  'api',
  'terms',
  'privacy',
  'cookies',
] as const
export type DocPage = (typeof docPages)[number]

/** The address of a page with query parameters; empty and undefined ones are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

/** The form that reaches the operator: with a topic, and the id of what it is about. */
export function helpPath(topic: SupportTopic, ref?: string): string {
  return withQuery(paths.help, { topic, ref })
}

/** What to post about a campaign that the member is in. */
export const captionsPath = (id: string): string => `${paths.campaign(id)}#${captionsAnchor}`
export const captionsAnchor = 'what-to-post'

/** A member's requests with their answers, above the form. */
export const supportAnswersPath = withQuery(paths.help, { view: 'answers' })

/** Sign-in that afterwards goes on to `redirect`, a path of ours; its slashes stay readable. */
export function loginPath(redirect?: string): string {
  return redirect
    ? `${paths.login}?redirect=${encodeURIComponent(redirect).replaceAll('%2F', '/')}`
    : paths.login
}
