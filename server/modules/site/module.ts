import { getSiteBanner } from '#contracts/banner.endpoints.ts'
import { defaultLanguage } from '#contracts/languages.ts'
import * as contract from '#contracts/operator-banner.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { siteBannerIn } from '#server/platform/site-banner.ts'
import { siteRoutes } from './site-routes.ts'
import { operatedBanner, setBanner, turnBanner } from './site-banner.ts'

/** What the site says of itself, and the banner above every page: read by everybody, set by operators. */
export function siteModule({ files }: Pick<Platform, 'files'>): Module {
  return {
    routes: [
      ...siteRoutes({ files }),
      bind(getSiteBanner, async ({ query: { language } }) => ({
        banner: siteBannerIn(language ?? defaultLanguage),
      })),
      bind(contract.getOperatedBanner, ({ db }) => operatedBanner(db)),
      bind(contract.setOperatedBanner, async ({ transaction, actor, body: { reason, seen, ...file } }) =>
        transaction(async (tx) => {
          await setBanner(tx, actor, { file, reason, seen })
          return await operatedBanner(tx)
        }),
      ),
      bind(contract.turnOperatedBanner, async ({ transaction, actor, body }) =>
        transaction(async (tx) => {
          await turnBanner(tx, actor, body)
          return await operatedBanner(tx)
        }),
      ),
    ],
  }
}
