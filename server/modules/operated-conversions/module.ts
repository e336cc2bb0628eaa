import * as contract from '#contracts/operator-conversions.endpoints.ts'
import { correctConversion, reverseConversion } from '#server/modules/conversions/public.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { dryRun } from '#server/platform/transaction.ts'
import { operatedConversions } from './list-conversions.ts'
import { operatedConversion } from './show-conversion.ts'

/** Conversions of all brands in the console: found, read, corrected, taken back. */
export const operatedConversionsModule = ({ secret }: Pick<Platform, 'secret'>): Module => ({
  routes: [
    bind(contract.listOperatedConversions, ({ db, query }) => operatedConversions(db, query)),
    bind(contract.getOperatedConversion, ({ db, params }) => operatedConversion(db, params.id)),
    bind(contract.previewCorrection, async ({ db, actor, params, body }) =>
      dryRun(db, async (tx) =>
        correctConversion(
          tx,
          actor,
          { conversionId: params.id, ...body, reason: 'what it would earn' },
          { secret },
        ),
      ),
    ),
    bind(contract.correctConversion, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) =>
        correctConversion(tx, actor, { conversionId: params.id, ...body }, { secret }),
      ),
    ),
    bind(contract.reverseConversion, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => reverseConversion(tx, actor, { conversionId: params.id, ...body })),
    ),
  ],
})
