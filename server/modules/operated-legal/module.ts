import * as contract from '#contracts/operator-legal.endpoints.ts'
import { previewVersion, publishLegal } from '#server/modules/legal/public.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { operatedLegal, operatedTexts, previewOf } from './operated-legal.ts'

/** The legal pages in the console: read, written, published. */
export function operatedLegalModule({ config }: Pick<Platform, 'config'>): Module {
  return {
    routes: [
      bind(contract.getOperatedLegal, ({ db }) => operatedLegal(db)),
      bind(contract.getLegalTexts, ({ db, params, query }) => operatedTexts(db, { ...params, ...query })),
      bind(contract.previewLegalText, ({ db, body }) => previewOf(db, config, body)),
      bind(contract.previewLegalVersion, ({ db, params, body }) =>
        previewVersion(db, { config, ...params, ...body }),
      ),
      bind(contract.publishLegalTexts, async ({ transaction, actor, params, body }) =>
        transaction(async (tx) => publishLegal(tx, actor, { config, ...params, ...body })),
      ),
    ],
  }
}
