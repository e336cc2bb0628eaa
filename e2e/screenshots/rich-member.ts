import { randomUUID } from 'node:crypto'
import { shiftClock } from '#server/platform/clock.ts'
import { createBrand, createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, type TestMember } from '#testing/members.ts'
import { addUsableDestination, createRedeemer, giveCrels, redeem } from '#testing/redeemers.ts'
import { givePoints, homeAddress } from '#testing/shop.ts'
import type { TestSite } from '#testing/site.ts'
import { clickIdOf, visit } from '#testing/visits.ts'

/** Names at the edge of what may be: 60 characters, no place to break, from right to left. */
const brands = [
  { name: 'The Extraordinarily Long-Named Brand Company of North Bergen', title: 'Unbreakable'.repeat(10) },
  { name: 'متجر القهوة 🎉', title: 'قهوة طازجة كل أسبوع من مزارع صغيرة ☕️' },
]

/** A member with a lot of everything: ten digits of crels, long names, and campaigns of brands with names at the edge. */
export async function makeRichMember(
  site: TestSite,
  joinedByOthers: readonly string[],
): Promise<{ cookie: string; campaignId: string }> {
  const { party, ...member } = await createRedeemer(site, {
    displayName: 'Maximiliana Featherstonehaugh-Konstantinopolsky of Bergen',
    profile: { ...completeProfile, fullName: 'Maximiliana Featherstonehaugh', timeZone: 'Europe/Lisbon' },
  })
  await giveCrels(site, party, 1_234_567_890)
  await givePoints(site, party, 12_345_678)
  for (const id of joinedByOthers) await ask(site, member, 'POST', `/campaigns/${id}/enrolment`)
  for (const brand of brands) await earnAt(site, member, brand)
  for (let at = 1; at <= 12; at += 1)
    await ask(site, member, 'POST', '/shortlinks', {
      destinationUrl: `https://shop.example/${'a-very-long-address-'.repeat(at)}`,
      code: `max-${'link-'.repeat(at % 5)}${at}`,
      title:
        at % 3 === 0 ? null : `Link ${at} of the autumn newsletter${' and its long title'.repeat(at % 4)}`,
    })
  await addUsableDestination(site, member, {
    kind: 'bank',
    holder: 'Maximiliana Featherstonehaugh',
    iban: 'DE89370400440532013000',
  })
  await redeem(site, member, { crels: 100_000 })
  await ask(site, member, 'POST', '/gamification/daily-check-in')
  await buyOfEach(site, member)
  return { cookie: member.cookie, campaignId: joinedByOthers[0]! }
}

/** Joins a campaign of a new brand; its link brings a sale and a lead. */
async function earnAt(
  site: TestSite,
  member: TestMember,
  { name, title }: { name: string; title: string },
): Promise<void> {
  const { id: brandId } = await createBrand(site, { name })
  const { id } = await createCampaign(site, { brandId, title, budgetCrels: 1_000_000_000 })
  const { link } = (await ask(site, member, 'POST', `/campaigns/${id}/enrolment`)) as {
    link: { code: string }
  }
  const brand = { headers: { authorization: `Bearer ${await createBrandKey(site, brandId)}` } }
  for (const event of [{ type: 'lead' }, { type: 'sale', amount: { currency: 'USD', minor: 98_765_43 } }]) {
    const clickId = clickIdOf(await visit(site.origin, `/s/${link.code}`))
    await site.clicks.flush()
    // A moment later than its click.
    await shiftClock(site.db, '1 minute')
    await site.clock.follow(site.db)
    await ask(site, brand, 'POST', '/conversions', { eventId: `${brandId}-${event.type}`, clickId, ...event })
  }
}

/** Orders one piece of everything in the shop that is to be had. */
async function buyOfEach(site: TestSite, member: TestMember): Promise<void> {
  const { items } = (await ask(site, member, 'GET', '/shop')) as {
    items: { id: string; points: number; state: string; needsAddress: boolean }[]
  }
  for (const { id: itemId, points, needsAddress } of items.filter(({ state }) => state === 'open'))
    await ask(site, member, 'POST', '/orders', {
      itemId,
      points,
      ...(needsAddress ? { address: homeAddress } : {}),
    })
}

/** What the API answers; a refusal too, for a campaign or an item may refuse this member. */
async function ask(
  { server }: TestSite,
  { headers }: Pick<TestMember, 'headers'>,
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
): Promise<unknown> {
  const key = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
  const answer = await server.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers, ...key },
    payload,
  })
  if (answer.statusCode >= 500) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}
