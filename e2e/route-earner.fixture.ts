import { clickIdOf, visit } from '#testing/visits.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import type { TestSite } from '#testing/site.ts'

/** A member in two campaigns, with clicks, a lead that is in the wallet and a sale that is still pending. */
export async function makeEarner(
  site: TestSite,
  { campaignId, brandKey }: { campaignId: string; brandKey: string },
): Promise<TestMember> {
  const member = await createMember(site, { profile: completeProfile })
  const { code } = await join(site, member, campaignId)
  await join(site, member, (await createCampaign(site)).id)
  const report = async (eventId: string, changes: object) => {
    const clickId = clickIdOf(await visit(site.origin, `/s/${code}`))
    await advanceClock(site, '1 minute')
    const headers = { authorization: `Bearer ${brandKey}` }
    await post(site, '/api/v1/conversions', headers, { eventId, clickId, ...changes })
  }
  await report('lead-1', { type: 'lead' })
  await advanceClock(site, '31 days')
  await site.jobs.run('unlock-earnings')
  await report('order-1', { type: 'sale', amount: { currency: 'USD', minor: 100_00 } })
  return member
}

async function join(site: TestSite, { headers }: TestMember, campaignId: string): Promise<{ code: string }> {
  const { link } = await post(site, `/api/v1/campaigns/${campaignId}/enrolment`, headers)
  return link as { code: string }
}

async function advanceClock(site: TestSite, interval: string): Promise<void> {
  await site.clicks.flush()
  await shiftClock(site.db, interval)
  await site.clock.follow(site.db)
}

async function post(
  site: TestSite,
  url: string,
  headers: Record<string, string>,
  payload?: object,
): Promise<Record<string, unknown>> {
  const response = await site.server.inject({ method: 'POST', url, headers, payload })
  if (response.statusCode !== 201) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
  return response.json()
}
