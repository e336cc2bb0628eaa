import { legalDocuments, type LegalDocument } from './legal.constants.ts'
import { crelsSlugs, docPages, paths, type DocPage } from './paths.ts'

/** What surrounds a page; `<body data-layout>` names it. */
export type Layout = 'default' | 'bottom-navbar' | 'doc' | 'none'

/**
 * Who sees a page. `auth`: an anonymous visitor goes to `/login?redirect={path}`.
 * `personal` answers 200 in its layout, with a sign-in card in place of the content. `open` is for everyone.
 */
export type Guard = 'auth' | 'personal' | 'open'

/** One row of the route table. */
export interface PageRoute {
  /** Pattern with `:name` segments, as the browser's router reads it. */
  path: string
  layout: Layout
  guard: Guard
  /** The only values the last parameter may have; anything else is 404. */
  only?: readonly string[]
  /** The values of the last parameter for which a personal page is open to everyone. */
  openFor?: readonly string[]
  /** The parameter names something in the database: the server looks it up before it chooses the status. */
  lookup?: 'campaign' | 'category'
  /** Open to a signed-in member whose e-mail is not verified yet; every other page leads to the verification. */
  unverified?: true
  /** A public page worth finding: it may be indexed. */
  indexed?: true
  /** The same for everyone who is not signed in: its first screen is rendered at build time (`web/prerender.tsx`). */
  prerendered?: true
  /**
   * Open to a member who has not agreed to the terms in force: what they earned and what is known of them stays theirs.
   */
  unagreed?: true
  /**
   * A part of it is text of the operator's: the server writes it into the page, of a legal one for the version its query
   * names.
   */
  written?: LegalDocument | 'faq'
  /** The page it stands under, where phones lead back to; none for the places of the bottom bar. */
  above?: string
}

const row = (path: string, layout: Layout, guard: Guard, more: Partial<PageRoute> = {}): PageRoute => ({
  path,
  layout,
  guard,
  ...more,
})

/**
 * Every page: path, layout and guard. Addresses are promises: mails, links and bookmarks lead to them. A static path
 * comes before a pattern that would match it too.
 */
export const pageRoutes = {
  home: row(paths.home, 'default', 'auth'),

  faq: row(paths.faq, 'bottom-navbar', 'open', { indexed: true, prerendered: true, written: 'faq' }),
  help: row(paths.help, 'bottom-navbar', 'open', { indexed: true, unverified: true, above: paths.profile }),

  login: row(paths.login, 'none', 'open', { indexed: true }),
  loginTutorial: row(paths.loginTutorial, 'none', 'open', { indexed: true }),
  resetPassword: row(paths.resetPassword, 'bottom-navbar', 'open'),
  resetPasswordSent: row(paths.resetPasswordSent, 'default', 'open'),
  signup: row(paths.signup, 'none', 'open', { indexed: true }),
  emailVerification: row(paths.emailVerification, 'default', 'open', { unverified: true }),

  crels: row('/crels/:slug', 'bottom-navbar', 'personal', {
    only: crelsSlugs,
    openFor: ['about'],
    unagreed: true,
    above: paths.profile,
  }),

  points: row(paths.points, 'bottom-navbar', 'personal'),
  referral: row(paths.referral, 'default', 'personal', { above: paths.points }),
  pointsShop: row(paths.pointsShop, 'bottom-navbar', 'open', { indexed: true, above: paths.points }),
  socialShare: row(paths.socialShare, 'bottom-navbar', 'personal', { above: paths.points }),
  monthlyClaim: row(paths.monthlyClaim, 'bottom-navbar', 'personal', { above: paths.points }),
  dailyCheckIn: row(paths.dailyCheckIn, 'bottom-navbar', 'personal', { above: paths.points }),

  campaigns: row(paths.campaigns, 'default', 'auth'),
  campaignsPopular: row(paths.campaignsPopular, 'default', 'auth'),
  campaignsNewArrivals: row(paths.campaignsNewArrivals, 'default', 'auth'),
  campaignCategories: row(paths.campaignCategories, 'default', 'auth', { above: paths.campaigns }),
  campaignCategory: row('/campaigns/category/:category', 'default', 'auth', {
    lookup: 'category',
    above: paths.campaignCategories,
  }),
  campaign: row('/campaigns/:id', 'bottom-navbar', 'open', { lookup: 'campaign', indexed: true }),
  myCampaigns: row(paths.myCampaigns, 'bottom-navbar', 'auth', { above: paths.campaigns }),

  profile: row(paths.profile, 'bottom-navbar', 'personal', { unagreed: true }),
  profileInfo: row(paths.profileInfo, 'bottom-navbar', 'personal', { unagreed: true, above: paths.profile }),
  taxForm: row(paths.taxForm, 'bottom-navbar', 'personal', { unagreed: true, above: paths.profile }),
  rewards: row(paths.rewards, 'default', 'personal', { above: paths.points }),
  shortlinks: row(paths.shortlinks, 'bottom-navbar', 'personal'),
  leaderboard: row(paths.leaderboard, 'bottom-navbar', 'open', { indexed: true, above: paths.points }),
  gamification: row(paths.gamification, 'bottom-navbar', 'personal', { above: paths.points }),
  performanceAnalytics: row(paths.performanceAnalytics, 'bottom-navbar', 'personal', {
    above: paths.shortlinks,
  }),
  deleteAccount: row(paths.deleteAccount, 'none', 'personal', { unverified: true, unagreed: true }),

  docs: row(paths.docs, 'doc', 'open', { indexed: true, prerendered: true }),
  ...docRoutes(),
} satisfies Record<string, PageRoute>

export type PageId = keyof typeof pageRoutes
export type DocPageId = `docs/${DocPage}`

function docRoutes(): Record<DocPageId, PageRoute> {
  const rows = docPages.map((page) => [
    `docs/${page}`,
    row(paths.doc(page), 'doc', 'open', {
      indexed: true,
      prerendered: true,
      written: legalDocuments.find((document) => document === page),
    }),
  ])
  return Object.fromEntries(rows)
}

/** The guard of one address: a personal page may be open for some values of its parameter. */
export function guardAt(route: PageRoute, params: Record<string, string | undefined>): Guard {
  const value = Object.values(params).at(-1)
  return value !== undefined && route.openFor?.includes(value) ? 'open' : route.guard
}

/** Whether the last parameter has one of the values the route knows; where it has any value, always. */
export function isKnownAddress(route: PageRoute, params: Record<string, string | undefined>): boolean {
  return route.only === undefined || route.only.includes(Object.values(params).at(-1) ?? '')
}

/**
 * The message that titles a page: `pages_` and its id in snake case, with the value of the parameter where the route
 * knows its values (`pages_crels_wallet`).
 */
export function titleKey(id: PageId, params: Record<string, string | undefined> = {}): string {
  const { only }: PageRoute = pageRoutes[id]
  const name = only ? `${id}/${Object.values(params).at(-1)}` : id
  return `pages_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(/[/-]/g, '_')}`
}

export interface PageMatch {
  id: PageId
  route: PageRoute
  params: Record<string, string>
}

/**
 * The page at a pathname, or undefined where there is none (404), judged as the browser's router does:
 * a trailing slash is ignored, letters keep their case, segments are compared decoded.
 * Whether a `lookup` parameter exists is the caller's to find out.
 */
export function matchPage(pathname: string): PageMatch | undefined {
  const match = matchPattern(pathname)
  return match && isKnownAddress(match.route, match.params) ? match : undefined
}

/** The layout at a pathname, that of its 404 page where it is no page. */
export function layoutAt(pathname: string): Layout {
  return matchPattern(pathname)?.route.layout ?? 'default'
}

function matchPattern(pathname: string): PageMatch | undefined {
  const segments = decodedSegments(pathname)
  if (!segments) return undefined
  for (const [id, route] of Object.entries(pageRoutes) as [PageId, PageRoute][]) {
    const params = matchSegments(splitPath(route.path), segments)
    if (params) return { id, route, params }
  }
  return undefined
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined
      continue
    }
    params[part.slice(1)] = segment
  }
  return params
}

function decodedSegments(pathname: string): string[] | undefined {
  if (pathname.includes('//')) return undefined
  try {
    return splitPath(pathname).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function splitPath(path: string): string[] {
  const trimmed = path.replace(/^\/|\/$/g, '')
  return trimmed === '' ? [] : trimmed.split('/')
}
