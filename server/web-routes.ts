import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { demoBrandRoutes } from './demo/brand-routes.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import { publicIdentity } from './identity-settings.ts'
import {
  aboutCampaignPage,
  campaignPages,
  campaignNames,
  categoryName,
  campaignPictureRoutes,
  picturePath,
} from './modules/campaigns/public.ts'
import { aboutInvitation, invitationPictureRoutes } from './modules/friends/public.ts'
import { pixelBrand } from './modules/brands/public.ts'
import { pixelRoutes } from './modules/conversions/pixel-routes.ts'
import { snippetRoute } from './modules/conversions/snippet-route.ts'
import { testConsoleRoutes } from './modules/conversions/test-console-routes.ts'
import { hasSessionCookie } from './modules/identity/public.ts'
import type { FaqPage } from './modules/faq/public.ts'
import type { LegalPages } from './modules/legal/public.ts'
import type { ClickPath } from './modules/clicks/click-path.ts'
import { intakeRoutes, pageAnalytics } from './modules/product-analytics/public.ts'
import { previewLink } from './modules/shortlinks/link-preview.ts'
import { linkRoutes } from './modules/clicks/redirect-routes.ts'
import { shortLinkPrefix } from './modules/shortlinks/short-url.ts'
import type { SharedClock } from './platform/clock.ts'
import type { Countries } from './platform/country.ts'
import type { Db } from './platform/database.ts'
import { fileRoutes } from './platform/files/file-routes.ts'
import type { FileStore } from './platform/files/file-store.ts'
import type { Authenticator } from './platform/http/actors.ts'
import { registerConsole } from './platform/http/console.ts'
import { createFastLane, openFastLane } from './platform/http/fast-lane.ts'
import type { PagesDeps } from './platform/http/pages-deps.ts'
import { registerPages } from './platform/http/pages.ts'
import type { ProxyWatch } from './platform/http/proxy-watch.ts'
import type { RateLimiter } from './platform/http/rate-limits.ts'
import { searchEngineRoutes } from './platform/http/search-engines.ts'
import { webManifestRoute } from './platform/http/web-manifest.ts'
import { sitePictureRoute } from './platform/share-pictures/site-picture.ts'
import type { SharePictures } from './platform/share-pictures/share-pictures.ts'
import { mailboxRoutes } from './platform/mail/mailbox-routes.ts'
import { mailReportRoutes } from './platform/mail/report-routes.ts'

/** What is served outside `/api/v1`: short links, pages, files, and what brands' sites load. */
export async function registerWebRoutes(
  server: FastifyInstance,
  {
    config,
    log,
    db,
    clock,
    clicks,
    faq,
    legal,
    countries,
    fileStore,
    sharePictures,
    webDir,
    rateLimiter,
    authenticator,
    keepLanguage,
    memberPage,
    visitorPage,
    proxyWatch,
  }: {
    config: Config
    log: Logger
    db: Db
    clock: SharedClock
    clicks: ClickPath
    faq: FaqPage
    legal: LegalPages
    countries: Countries
    fileStore: FileStore
    sharePictures: SharePictures
    webDir: string
    rateLimiter: RateLimiter
    authenticator: Authenticator
    keepLanguage: PagesDeps['keepLanguage']
    memberPage: PagesDeps['memberPage']
    visitorPage: PagesDeps['visitorPage']
    proxyWatch: ProxyWatch
  },
): Promise<void> {
  pixelRoutes(server, {
    db,
    clock,
    clicks,
    pixelBrand: async (keyId) => await pixelBrand(db, keyId),
    signedBrand: authenticator.signedBrand,
    rateLimiter,
  })
  snippetRoute(server)
  testConsoleRoutes(server, {
    db,
    clock,
    clicks,
    publicOrigin: config.publicOrigin,
    authenticateBrand: authenticator.brand,
    rateLimiter,
  })
  intakeRoutes(server, { db, ...config, rateLimiter })
  fileRoutes(server, fileStore)
  mailReportRoutes(server, { db, log, secret: config.mailReportSecret, rateLimiter })
  if (hasDevelopmentTools(config) && !config.smtpUrl) mailboxRoutes(server, db)
  if (config.allowLocalDestinations && hasDevelopmentTools(config))
    demoBrandRoutes(server, { db, clock, publicOrigin: config.publicOrigin, clicks })
  webManifestRoute(server)
  sitePictureRoute(server, sharePictures)
  campaignPictureRoutes(server, { db, sharePictures })
  invitationPictureRoutes(server, { db, sharePictures })
  searchEngineRoutes(server, {
    publicOrigin: config.publicOrigin,
    found: campaignPages(db, clock),
  })
  await registerConsole(server, { webDir, publicOrigin: config.publicOrigin })
  await registerPages(server, {
    webDir,
    publicOrigin: config.publicOrigin,
    identity: publicIdentity(config.identity),
    aboutNamed: async ({ route, params }) => {
      if (route.lookup === 'campaign') return await aboutCampaignPage(db, params.id!, clock.now())
      const title = await categoryName(db, params.category!)
      return title === undefined ? undefined : { title }
    },
    aboutInvitation: async (shortId) => await aboutInvitation(db, shortId),
    writtenOn: async (text, version) =>
      text === 'faq' ? await faq.html() : await legal.writtenOn({ document: text, version }),
    maybeMember: (request) => hasSessionCookie(request, config.publicOrigin),
    keepLanguage,
    memberPage,
    visitorPage,
    analyticsFor: pageAnalytics(config, countries),
  })

  const redirects = createFastLane(config, log, proxyWatch)
  linkRoutes(redirects, {
    clicks,
    publicOrigin: config.publicOrigin,
    rateLimit: config.rateLimit,
    log,
    preview: async (code) => await previewLink(db, code, { ...config, campaignNames, picturePath }),
  })
  openFastLane(server, shortLinkPrefix, redirects)
}
