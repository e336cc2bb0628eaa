import { expect, test } from 'vitest'
import { noticesTo } from '#testing/members.ts'
import { createRedeemer, type Redeemer } from '#testing/redeemers.ts'
import { askForTaxForms, certify } from '#testing/tax.ts'
import { app, approve, approved, draft, makeFile, openApp } from './payout-runs.fixture.ts'
import { payoutFileText } from './payout-file-queries.ts'
import { payoutsOf } from './show-payout-runs.ts'

openApp()

test('a member without the form that is asked for is left out of the file with the reason, and in a later run', async () => {
  const [certified, late] = [await createRedeemer(app), await createRedeemer(app)]
  const [paid] = await approved(1, certified)
  const [without] = await approved(1, late)
  const { runId, left } = await draft({ format: 'paypal', redemptionIds: [paid!, without!] })
  expect(left).toEqual([])
  await approve(runId)
  // Asked for between the request and the file.
  await askForTaxForms(app, 'us', 10_00)
  expect((await certify(app, certified)).statusCode).toBe(200)

  const made = await makeFile(runId)
  expect(made).toMatchObject({
    payouts: 1,
    left: [{ redemptionId: without, why: expect.stringContaining('no tax form') }],
  })
  const { text } = await payoutFileText(app.db, { runId, number: made.number }, app.payoutRunDeps)
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  const { items } = await payoutsOf(app.db, { runId, limit: 10 }, { isNamed: true })
  expect(items.find((row) => row.redemptionId === without)).toMatchObject({ state: 'left_out' })

  const missing = async (who: Redeemer) =>
    (await noticesTo(app, who)).filter(({ subject }) => subject === 'Your payout waits for a tax form')
  expect([await missing(late), await missing(certified)]).toMatchObject([[{}], []])

  // Its crels stay reserved, and once the form is there another run pays it.
  expect((await certify(app, late)).statusCode).toBe(200)
  const next = await draft({ format: 'paypal', redemptionIds: [without!] })
  await approve(next.runId)
  expect(await makeFile(next.runId)).toMatchObject({ payouts: 1, left: [] })
})
