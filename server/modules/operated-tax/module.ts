import * as endpoints from '#contracts/operator-tax.endpoints.ts'
import { answerFile, bind } from '#server/platform/http/bind.ts'
import type { Module } from '#server/platform/module.ts'
import type { Secret } from '#server/platform/secret.ts'
import { memberTaxForm, openMemberTaxForm } from './member-tax-form.ts'
import { makeTaxReport } from './tax-report.ts'
import { taxYears } from './tax-years.ts'

/** Tax forms and yearly files in the console. */
export function operatedTaxModule(deps: { secret: Secret }): Module {
  return {
    routes: [
      bind(endpoints.getMemberTaxForm, async ({ db, params }) => memberTaxForm(db, params, deps)),
      bind(endpoints.openMemberTaxForm, async ({ transaction, actor, params, body }) =>
        transaction(async (tx) => openMemberTaxForm(tx, actor, { ...params, ...body }, deps)),
      ),
      bind(endpoints.listTaxYears, async ({ db }) => taxYears(db)),
      bind(endpoints.makeTaxReport, async ({ db, actor, params, body: { reason } }) => {
        const year = Number(params.year)
        return answerFile(await makeTaxReport(db, actor, { year, reason }, deps), `tax-${year}.csv`)
      }),
    ],
  }
}
