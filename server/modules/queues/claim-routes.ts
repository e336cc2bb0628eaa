import * as contract from '#contracts/operator-claims.endpoints.ts'
import { answerConversionClaim } from '#server/modules/conversion-claims/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { eachRow } from '#server/platform/http/each-row.ts'
import { claimClicks, operatedClaim, operatedClaims } from './claim-queue.ts'

/** The endpoints of contracts/operator-claims.endpoints.ts. */
export const claimRoutes: Route[] = [
  bind(contract.listClaims, ({ db, query }) => operatedClaims(db, query)),
  bind(contract.getClaim, ({ db, params }) => operatedClaim(db, params.id)),
  bind(contract.listClaimClicks, async ({ db, params }) => ({ items: await claimClicks(db, params.id) })),
  bind(contract.acceptClaim, async ({ transaction, actor, params, body }) => {
    const input = { claimId: params.id, accept: true, ...body }
    const { id, conversionId } = await transaction((tx) => answerConversionClaim(tx, actor, input))
    return { id, state: 'accepted' as const, conversionId: conversionId! }
  }),
  bind(contract.declineClaims, async ({ db, actor, body: { ids, answer } }) =>
    eachRow(db, ids, async (tx, claimId) =>
      answerConversionClaim(tx, actor, { claimId, accept: false, answer }),
    ),
  ),
]
