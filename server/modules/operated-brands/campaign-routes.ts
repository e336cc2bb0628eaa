import * as contract from '#contracts/operator-campaigns.endpoints.ts'
import { setCampaignState, topUpCampaign } from '#server/modules/campaigns/public.ts'
import { isLedgerError } from '#server/modules/ledger/public.ts'
import { decidedBefore } from '#server/modules/operators/public.ts'
import type { DestinationOptions } from '#server/modules/shortlinks/public.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { operatedCampaignPage } from './campaign-list.ts'
import { duplicateCampaign } from './duplicate-campaign.ts'
import { campaignVersions, operatedCampaign, reachOfCampaign } from './show-campaign.ts'

/** The endpoints of contracts/operator-campaigns.endpoints.ts. */
export function campaignRoutes(destinations: DestinationOptions): Route[] {
  return [
    bind(contract.listOperatedCampaigns, ({ db, query }) => operatedCampaignPage(db, query)),
    bind(contract.getOperatedCampaign, ({ db, params }) => operatedCampaign(db, params.id)),
    bind(contract.previewCampaign, ({ db, params }) => reachOfCampaign(db, params.id)),
    bind(contract.listCampaignVersions, async ({ db, params }) => ({
      items: await campaignVersions(db, params.id),
    })),
    bind(contract.moveOperatedCampaign, async ({ transaction, actor, params: { id }, body: { action } }) =>
      transaction(async (tx) => {
        await setCampaignState(tx, actor, { campaignId: id, action })
        return await operatedCampaign(tx, id)
      }),
    ),
    bind(contract.topUpOperatedCampaign, async ({ transaction, actor, params: { id }, body }) =>
      transaction(async (tx) => {
        const { replayed } = await topUpCampaign(tx, actor, { campaignId: id, ...body })
        if (replayed) throw await decidedBefore(tx, id, wasPutIn(body))
        return await operatedCampaign(tx, id)
      }).catch((error: unknown) => {
        // Another amount than the same payment brought before.
        if (isLedgerError(error, 'idempotency_mismatch'))
          throw problem('conflict', { detail: wasPutIn(body), cause: error })
        throw error
      }),
    ),
    bind(
      contract.duplicateOperatedCampaign,
      async ({ transaction, actor, params: { id }, body: { title } }) =>
        transaction(async (tx) => {
          const made = await duplicateCampaign(tx, actor, { campaignId: id, title }, destinations)
          return answer(201, await operatedCampaign(tx, made.id))
        }),
    ),
  ]
}

function wasPutIn({ reference }: { reference: string }): string {
  return `The payment ${reference} was put in before: nothing was added.`
}
