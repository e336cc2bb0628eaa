import { testActor } from '#testing/operators.ts'
import { expect, test } from 'vitest'
import { decideConversionReview } from '#server/modules/conversions/public.ts'
import { clickTime } from '#server/modules/clicks/public.ts'
import { clickIdOf, visit } from '#testing/visits.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

/** A member with a sale under review, and its conversion's id. */
async function heldSale() {
  const member = await createMember(site)
  const campaign = await createCampaign(site)
  const post = async (url: string, headers: Record<string, string>, payload?: object) =>
    (await site.server.inject({ method: 'POST', url, headers, payload })).json()
  const { link } = await post(`/api/v1/campaigns/${campaign.id}/enrolment`, member.headers)
  const clickId = clickIdOf(await visit(site.origin, `/s/${link.code}`))
  await site.clicks.flush()
  const authorization = `Bearer ${await createBrandKey(site, campaign.brandId)}`
  const conversion = await post(
    '/api/v1/conversions',
    { authorization },
    {
      eventId: 'order-1',
      clickId,
      type: 'sale',
      // In the moment of its click: too fast, however slow this machine is.
      occurredAt: new Date(clickTime(clickId)).toISOString(),
    },
  )
  expect(conversion).toMatchObject({ status: 'under_review', reason: 'too_fast' })
  return { member, conversionId: conversion.id as string }
}

test('explains an earning under review in the wallet and shows the decision there', async () => {
  const { member, conversionId } = await heldSale()
  const { page, context, consoleErrors } = await visitAs(member, '/crels/wallet')
  await page.getByRole('heading', { name: 'Under review' }).waitFor()
  await page.getByText('it came within seconds of the click').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: /^Explain: Sale at/ }).click()
  const message = page.getByRole('textbox', { name: 'Your explanation' })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Write a sentence or two.').waitFor()
  await message.fill('My sister bought it on her phone.')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Explain: Sale at/ }).click()
  expect(await message.inputValue()).toBe('My sister bought it on her phone.')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('“My sister bought it on her phone.”').waitFor()
  await page.getByText('Not answered yet').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const decision = { conversionId, accept: true, answer: 'Thank you, it is genuine.' }
  await site.db.transaction().execute(async (tx) => await decideConversionReview(tx, testActor, decision))
  await page.reload()
  await page.getByText('The answer: “Thank you, it is genuine.”').waitFor()
  expect(await page.getByRole('button', { name: /explanation: Sale at/ }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})
