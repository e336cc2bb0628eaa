import type { ComponentType } from 'react'
import { useParams, type RouteObject } from 'react-router'
import { m } from '#messages'
import {
  isKnownAddress,
  pageRoutes,
  type Layout,
  type PageId,
  type PageRoute,
} from '#contracts/page-routes.ts'
import type { CrelsSlug } from '#contracts/paths.ts'
import { BottomNavbarLayout } from './layouts/bottom-navbar.tsx'
import { DefaultLayout } from './layouts/default.tsx'
import { Gate } from './layouts/gate.tsx'
import { NoneLayout } from './layouts/none.tsx'
import { Root } from './layouts/root.tsx'
import { ErrorPage } from './pages/error.tsx'
import { NotFound } from './pages/not-found-later.tsx'
import { PageAbove } from './ui/page.tsx'
import { comeLater } from './platform/builds.ts'
import { afterPaint } from './platform/when-idle.ts'

type Load = () => Promise<{ default: ComponentType }>
/** The parameters of an address, as the router reads them. */
type Params = Record<string, string | undefined>
type Row = readonly [title: (params: Params) => string, load: Load]

const crelsTitles: Record<CrelsSlug, () => string> = {
  wallet: m.pages_crels_wallet,
  exchange: m.pages_crels_exchange,
  redemptions: m.pages_crels_redemptions,
  about: m.pages_crels_about,
}

/** Every page: its title and where it is. Path, layout and guard are in `contracts/page-routes.ts`. */
export const pages: Record<PageId, Row> = {
  home: [m.pages_home, () => import('./pages/home.tsx')],

  login: [m.pages_login, () => import('./pages/login.tsx')],
  loginTutorial: [m.pages_login_tutorial, () => import('./pages/login-tutorial.tsx')],
  resetPassword: [m.pages_reset_password, () => import('./pages/reset-password.tsx')],
  resetPasswordSent: [m.pages_reset_password_sent, () => import('./pages/reset-password-sent.tsx')],
  signup: [m.pages_signup, () => import('./pages/signup.tsx')],
  emailVerification: [m.pages_email_verification, () => import('./pages/email-verification.tsx')],

  campaigns: [m.pages_campaigns, () => import('./pages/campaigns.tsx')],
  campaignsPopular: [m.pages_campaigns_popular, () => import('./pages/campaigns.tsx')],
  campaignsNewArrivals: [m.pages_campaigns_new_arrivals, () => import('./pages/campaigns.tsx')],
  campaignCategories: [m.pages_campaign_categories, () => import('./pages/campaign-categories.tsx')],
  campaignCategory: [m.pages_campaign_category, () => import('./pages/campaign-category.tsx')],
  campaign: [m.pages_campaign, () => import('./pages/campaign.tsx')],
  myCampaigns: [m.pages_my_campaigns, () => import('./pages/my-campaigns.tsx')],

  crels: [({ slug }) => crelsTitles[slug as CrelsSlug](), () => import('./pages/crels.tsx')],

  points: [m.pages_points, () => import('./pages/points.tsx')],
  referral: [m.pages_referral, () => import('./pages/referral.tsx')],
  pointsShop: [m.pages_points_shop, () => import('./pages/points-shop.tsx')],
  socialShare: [m.pages_social_share, () => import('./pages/social-share.tsx')],
  monthlyClaim: [m.pages_monthly_claim, () => import('./pages/monthly-claim.tsx')],
  dailyCheckIn: [m.pages_daily_check_in, () => import('./pages/daily-check-in.tsx')],
  rewards: [m.pages_rewards, () => import('./pages/rewards.tsx')],
  leaderboard: [m.pages_leaderboard, () => import('./pages/leaderboard.tsx')],
  gamification: [m.pages_gamification, () => import('./pages/gamification.tsx')],

  shortlinks: [m.pages_shortlinks, () => import('./pages/shortlinks.tsx')],
  performanceAnalytics: [m.pages_performance_analytics, () => import('./pages/performance-analytics.tsx')],

  profile: [m.pages_profile, () => import('./pages/profile.tsx')],
  profileInfo: [m.pages_profile_info, () => import('./pages/profile-info.tsx')],
  taxForm: [m.pages_tax_form, () => import('./pages/tax-form.tsx')],
  deleteAccount: [m.pages_delete_account, () => import('./pages/delete-account.tsx')],

  faq: [m.pages_faq, () => import('./pages/faq.tsx')],
  help: [m.pages_help, () => import('./pages/help.tsx')],

  docs: [m.pages_docs, () => import('./pages/docs.tsx')],
  'docs/release': [m.pages_docs_release, () => import('../content/docs/release.mdx')],
  'docs/get-started': [m.pages_docs_get_started, () => import('../content/docs/get-started.mdx')],
  'docs/get-started/dashboard': [
    m.pages_docs_get_started_dashboard,
    () => import('../content/docs/get-started/dashboard.mdx'),
  ],
  'docs/get-started/create-account': [
    m.pages_docs_get_started_create_account,
    () => import('../content/docs/get-started/create-account.mdx'),
  ],
  'docs/get-started/understand-crels': [
    m.pages_docs_get_started_understand_crels,
    () => import('../content/docs/get-started/understand-crels.mdx'),
  ],
  'docs/monetization': [m.pages_docs_monetization, () => import('../content/docs/monetization.mdx')],
  'docs/monetization/tracking-link': [
    m.pages_docs_monetization_tracking_link,
    () => import('../content/docs/monetization/tracking-link.mdx'),
  ],
  'docs/monetization/find-campaigns': [
    m.pages_docs_monetization_find_campaigns,
    () => import('../content/docs/monetization/find-campaigns.mdx'),
  ],
  'docs/monetization/redeem-earnings': [
    m.pages_docs_monetization_redeem_earnings,
    () => import('../content/docs/monetization/redeem-earnings.mdx'),
  ],
  'docs/monetization/campaign-earnings': [
    m.pages_docs_monetization_campaign_earnings,
    () => import('../content/docs/monetization/campaign-earnings.mdx'),
  ],
  'docs/api': [m.pages_docs_api, () => import('../content/docs/api.mdx')],
  'docs/terms': [m.pages_docs_terms, () => import('./pages/legal.tsx')],
  'docs/privacy': [m.pages_docs_privacy, () => import('./pages/legal.tsx')],
  'docs/cookies': [m.pages_docs_cookies, () => import('./pages/legal.tsx')],
}

const layouts: Record<Layout, Pick<RouteObject, 'Component' | 'lazy'>> = {
  default: { Component: DefaultLayout },
  'bottom-navbar': { Component: BottomNavbarLayout },
  // With its sidebar, only for its readers.
  doc: { lazy: async () => ({ Component: (await comeLater(import('./layouts/doc.tsx'))).DocLayout }) },
  none: { Component: NoneLayout },
}

/** The browser's routes: every page in its layout behind its gate, and the 404 in the default one. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    // The splash of index.html covers the first load.
    HydrateFallback: () => null,
    children: (Object.keys(layouts) as Layout[]).map((layout) => ({
      ...layouts[layout],
      children: [
        {
          ErrorBoundary: ErrorPage,
          children: [
            ...pagesOf(layout).map(pageRoute),
            ...(layout === 'default' ? [{ path: '*', Component: NotFound }] : []),
          ],
        },
      ],
    })),
  },
]

function pagesOf(layout: Layout): PageId[] {
  return (Object.keys(pageRoutes) as PageId[]).filter((id) => pageRoutes[id].layout === layout)
}

function pageRoute(id: PageId): RouteObject {
  const route = pageRoutes[id]
  const [title, load] = pages[id]
  return {
    path: route.path,
    caseSensitive: true,
    handle: { id },
    lazy: async () => {
      // Its files are many tags in the head: the place that was tapped lights up before.
      await afterPaint()
      const module = await comeLater(load())
      const Content = module.default
      return {
        Component: function GatedPage() {
          const params = useParams()
          if (!isKnownAddress(route, params)) return <NotFound />
          return (
            <PageAbove value={(route as PageRoute).above ?? null}>
              <Gate route={route} title={title(params)}>
                <Content />
              </Gate>
            </PageAbove>
          )
        },
      }
    },
  }
}
