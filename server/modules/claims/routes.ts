import * as claims from '#contracts/conversion-claims.endpoints.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { answerClaim } from './answer-claim.ts'
import { claimConversion } from './claim-conversion.ts'
import { claimPage } from './claim-queries.ts'
import { brandClaimView, claimViews } from './claim-view.ts'

/** Members' claims of missing conversions, and brands' answers. */
export function claimRoutes(): Route[] {
  return [
    bind(claims.claimConversion, async ({ transaction, actor, body }) =>
      answer(201, await transaction((tx) => claimConversion(tx, actor, body))),
    ),
    bind(claims.listConversionClaims, async ({ db, actor, query }) => {
      const page = await claimPage(db, { uid: actor.uid }, query)
      return { ...page, items: await claimViews(db, page.items) }
    }),
    bind(claims.listBrandClaims, async ({ db, actor, query }) => {
      const page = await claimPage(db, { brandId: actor.brandId }, query)
      return { ...page, items: page.items.map(brandClaimView) }
    }),
    bind(claims.answerBrandClaim, async ({ transaction, actor, params, body }) => {
      const by = { brandId: actor.brandId, name: actor.keyId }
      return brandClaimView(await transaction((tx) => answerClaim(tx, by, { ...body, claimId: params.id })))
    }),
  ]
}
