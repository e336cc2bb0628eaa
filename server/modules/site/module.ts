import { getSiteBanner } from '#contracts/banner.endpoints.ts'
import { defaultLanguage } from '#contracts/languages.ts'
import * as contract from '#contracts/operator-banner.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module } from '#server/platform/module.ts'
import { siteBannerIn } from '#server/platform/site-banner.ts'
import { operatedBanner, setBanner, turnBanner } from './site-banner.ts'

/** The banner above every page: read by everybody, set by operators. */
export const siteModule: Module = {
  routes: [
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
