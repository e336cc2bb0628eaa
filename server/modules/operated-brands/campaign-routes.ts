import { listCampaignMembers } from '#contracts/operator-campaign-members.endpoints.ts'
import * as contract from '#contracts/operator-campaigns.endpoints.ts'
import {
  changeCampaign,
  createCampaign,
  erasePicture,
  putCampaignPicture,
  reduceBudget,
  setCampaignState,
  topUpCampaign,
} from '#server/modules/campaigns/public.ts'
import { isLedgerError } from '#server/modules/ledger/public.ts'
import { decidedBefore, undoing, type OperatorActor } from '#server/modules/operators/public.ts'
import type { DestinationOptions } from '#server/modules/shortlinks/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import type { Problem } from '#server/platform/http/problems.ts'
import type { Platform } from '#server/platform/module.ts'
import { campaignChoices } from './campaign-choices.ts'
import { operatedCampaignPage } from './campaign-list.ts'
import { campaignMemberPage } from './campaign-members.ts'
import { duplicateCampaign } from './duplicate-campaign.ts'
import { reachOfChange } from './reach-of-change.ts'
import { campaignVersions, operatedCampaign, reachOfCampaign } from './show-campaign.ts'

/** The endpoints of contracts/operator-campaigns.endpoints.ts and operator-campaign-members.endpoints.ts. */
export function campaignRoutes({ config, files }: Pick<Platform, 'config' | 'files'>): Route[] {
  const destinations: DestinationOptions = config
  return [
    ...writingRoutes(destinations, files),
    bind(contract.listOperatedCampaigns, ({ db, query }) => operatedCampaignPage(db, query)),
    bind(contract.getOperatedCampaign, ({ db, params }) => operatedCampaign(db, params.id)),
    bind(listCampaignMembers, ({ db, params, query }) =>
      campaignMemberPage(db, { campaignId: params.id, ...query }),
    ),
    bind(contract.previewCampaign, ({ db, params }) => reachOfCampaign(db, params.id)),
    bind(contract.previewCampaignChange, ({ db, params, body }) => reachOfChange(db, params.id, body)),
    bind(contract.listCampaignVersions, async ({ db, params }) => ({
      items: await campaignVersions(db, params.id),
    })),
    bind(contract.moveOperatedCampaign, async ({ transaction, actor, params: { id }, body }) =>
      transaction(async (tx) => {
        await setCampaignState(tx, undoing(actor, body), { campaignId: id, ...body })
        return await operatedCampaign(tx, id)
      }),
    ),
    bind(contract.topUpOperatedCampaign, async ({ db, transaction, actor, params: { id }, body }) =>
      transaction(async (tx) => {
        const { replayed } = await topUpCampaign(tx, actor, { campaignId: id, ...body })
        if (replayed) throw await wasPutIn(tx, id, body)
        return await operatedCampaign(tx, id)
      }).catch(async (error: unknown) => {
        // Another amount than the same payment brought before.
        if (isLedgerError(error, 'idempotency_mismatch')) throw await wasPutIn(db, id, body)
        throw error
      }),
    ),
    bind(contract.reduceOperatedCampaignBudget, async ({ db, transaction, actor, params: { id }, body }) =>
      transaction(async (tx) => {
        const { replayed } = await reduceBudget(tx, actor, { campaignId: id, ...body })
        if (replayed) throw await wasTakenOut(tx, id, body)
        return await operatedCampaign(tx, id)
      }).catch(async (error: unknown) => {
        if (isLedgerError(error, 'idempotency_mismatch')) throw await wasTakenOut(db, id, body)
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

/** A campaign as it is written: made, changed, given a picture. */
function writingRoutes(destinations: DestinationOptions, files: Files): Route[] {
  const picture = async (
    { db, actor }: { db: Db; actor: OperatorActor },
    input: { campaignId: string; reason: string; seen?: string | undefined; bytes: Uint8Array | null },
  ) => {
    await putCampaignPicture(db, actor, input, { files, destinations })
    return await operatedCampaign(db, input.campaignId)
  }
  return [
    bind(contract.getCampaignChoices, ({ db }) => campaignChoices(db)),
    bind(contract.createOperatedCampaign, async ({ transaction, actor, body }) =>
      transaction(async (tx) => {
        const file = { ...body, budgetCrels: 0, publish: false }
        const { id } = await createCampaign(tx, actor, file, destinations)
        return answer(201, await operatedCampaign(tx, id))
      }),
    ),
    bind(contract.editOperatedCampaign, async ({ transaction, actor, params: { id }, body }) =>
      transaction(async (tx) => {
        await changeCampaign(tx, actor, { campaignId: id, ...body }, destinations)
        return await operatedCampaign(tx, id)
      }),
    ),
    bind(contract.putOperatedCampaignPicture, async (ctx) =>
      picture(ctx, { campaignId: ctx.params.id, ...ctx.query, bytes: ctx.body }),
    ),
    bind(contract.removeOperatedCampaignPicture, async (ctx) =>
      picture(ctx, { campaignId: ctx.params.id, ...ctx.query, bytes: null }),
    ),
    bind(contract.eraseOperatedCampaignPicture, async ({ transaction, actor, params: { id }, body }) =>
      transaction(async (tx) => {
        await erasePicture(tx, actor, { campaignId: id, ...body }, { files })
        return await operatedCampaign(tx, id)
      }),
    ),
  ]
}

/** `conflict` for a payment that is in the budget already; it names who put it in, whatever was done since. */
async function wasPutIn(db: Db, id: string, { reference }: { reference: string }): Promise<Problem> {
  return await decidedBefore(db, id, `The payment ${reference} was put in before: nothing was added.`, {
    actions: ['campaign.top-up'],
    about: { reference },
  })
}

/** The same for what was taken out. */
async function wasTakenOut(db: Db, id: string, { reference }: { reference: string }): Promise<Problem> {
  const detail = `The budget was already reduced under ${reference}: nothing was taken out.`
  return await decidedBefore(db, id, detail, { actions: ['campaign.reduce-budget'], about: { reference } })
}
