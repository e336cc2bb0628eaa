import { sql } from 'kysely'
import * as contract from '#contracts/operator-brand-questions.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import { eachRow } from '#server/platform/http/each-row.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { askBrand, type AskDeps } from './ask-brand.ts'
import { brandQuestionExport } from './export-brand-questions.ts'
import { recordBrandAnswer } from './record-brand-answer.ts'

/** What operators ask brands about conversions and claims. */
export function brandQuestionsModule(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  support: Omit<AskDeps, 'secret'>,
): Module {
  const deps = { ...support, secret }
  return {
    routes: [
      bind(contract.askBrands, async ({ db: pool, actor, body: { ids, question } }) =>
        eachRow(pool, ids, async (tx, about) => askBrand(tx, actor, { about, question }, deps)),
      ),
      bind(contract.recordBrandAnswer, async ({ transaction, actor, params, body }) =>
        transaction((tx) => recordBrandAnswer(tx, actor, { ...params, ...body }, deps)),
      ),
    ],
    export: [brandQuestionExport(db)],
    erase: [
      {
        name: 'brand-questions',
        erase: async ({ uid }) => {
          await sql`delete from brand_question where uid = ${uid}`.execute(db)
        },
      },
    ],
  }
}
