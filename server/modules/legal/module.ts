import * as endpoints from '#contracts/legal.endpoints.ts'
import { legalDocuments } from '#contracts/legal.constants.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { agree, agreementsExport, toAgree } from './agree.ts'
import type { LegalPages } from './legal-pages.ts'
import { unpublishedDocuments, versionsInForce } from './legal-queries.ts'

/** The legal pages in their versions, and what members agreed to. What is erased goes with the member's row. */
export function legalModule({ config, db, log }: Platform, pages: LegalPages): Module {
  return {
    routes: [
      bind(endpoints.listLegalDocuments, async (at) => {
        const inForce = await versionsInForce(at.db)
        const items = legalDocuments.map((document) => ({ document, version: inForce[document] ?? null }))
        return { ageMin: config.ageMin, items }
      }),
      bind(endpoints.getLegalDocument, ({ params, query }) => pages.page({ ...params, ...query })),
      bind(endpoints.agree, ({ transaction, actor, body }) =>
        transaction(async (tx) => {
          await agree(tx, actor.uid, body.agreements)
          return { toAgree: await toAgree(tx, actor.uid) }
        }),
      ),
    ],
    export: [agreementsExport(db)],
    register: (server) => {
      if (config.env !== 'production') return
      server.addHook('onListen', async () => {
        const templates = await unpublishedDocuments(db)
        if (templates.length > 0)
          log.warn(
            { templates },
            'Legal pages are templates: crels legal publish, docs/operating.md#legal-pages',
          )
      })
    },
  }
}
