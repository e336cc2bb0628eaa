import { sql } from 'kysely'
import * as claims from '#contracts/conversion-claims.endpoints.ts'
import type { Db } from '#server/platform/database.ts'
import { answer, bind } from '#server/platform/http/bind.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { answerConversionClaim } from './answer-conversion-claim.ts'
import { claimConversion } from './claim-conversion.ts'
import { conversionClaimPage } from './conversion-claim-queries.ts'
import { brandClaimView, conversionClaimViews } from './conversion-claim-view.ts'
import { conversionClaimExport } from './export-conversion-claims.ts'

/** Members' claims of missing conversions, and brands' answers. */
export function conversionClaimsModule({ db: pool }: Platform): Module {
  return {
    routes: [
      bind(claims.claimConversion, async ({ transaction, actor, body }) =>
        answer(201, await transaction((tx) => claimConversion(tx, actor, body))),
      ),
      bind(claims.listConversionClaims, async ({ db, actor, query }) => {
        const page = await conversionClaimPage(db, { uid: actor.uid }, query)
        return { ...page, items: await conversionClaimViews(db, page.items) }
      }),
      bind(claims.listBrandClaims, async ({ db, actor, query }) => {
        const page = await conversionClaimPage(db, { brandId: actor.brandId }, query)
        return { ...page, items: page.items.map(brandClaimView) }
      }),
      bind(claims.answerBrandClaim, async ({ transaction, actor, params, body }) => {
        const by = { brandId: actor.brandId, name: actor.keyId }
        const input = { ...body, claimId: params.id }
        return brandClaimView(await transaction((tx) => answerConversionClaim(tx, by, input)))
      }),
    ],
    erase: [conversionClaimErasure(pool)],
    export: [conversionClaimExport(pool)],
  }
}

/** Closes the open claims of a deleted member, and erases the note, the order and the answer of all of them. */
export function conversionClaimErasure(db: Db): MemberErasure {
  return {
    name: 'conversion-claims',
    erase: async ({ uid, party }) => {
      await sql`
        update conversion_claim set uid = ${party}, note = null, order_reference = id, answer = null,
          answered_at = coalesce(answered_at, crels_now()), state = case state when 'open' then 'declined' else state end
        where uid = ${uid}`.execute(db)
    },
  }
}
