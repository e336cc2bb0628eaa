import { randomBytes, randomUUID } from 'node:crypto'
import { reportConversion } from '#contracts/conversions.endpoints.ts'
import { joinCampaign } from '#server/modules/campaigns/public.ts'
import { provisionMember } from '#server/modules/accounts/public.ts'
import { linksOfEnrolments } from '#server/modules/shortlinks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import type { App } from '#server/app.ts'
import { createBrand, createBrandKey, createCampaign } from '#testing/campaigns.ts'
import type { LoadRequest } from './load.ts'
import { withApp, type BenchSite } from './site.ts'

/** Clicks of an hour ago, for a brand that pays for each sale. */
export interface Convertible {
  brandId: string
  brandKey: string
  clicks: (Tracked & { clickId: string })[]
  /** For each sale. */
  crels: number
}

interface Tracked {
  linkId: string
  enrolmentId: string
  campaignId: string
  uid: string
  party: string
}

const crels = 84

/**
 * Makes clicks on the links of 25 members in 40 campaigns of one brand, in turns: 1 000 links, since of one link not
 * more than 20 sales a minute are accepted without a look (rules/attribution.ts).
 */
export async function makeConvertible(site: BenchSite, clicks: number): Promise<Convertible> {
  return await withApp(site, async (app) => {
    const brand = await createBrand(app)
    const links: Tracked[] = []
    const members = await makeMembers(app, 25)
    for (let made = 0; made < 40; made += 1) {
      const startsAt = new Date(Date.now() - 86_400_000).toISOString()
      const reward = { brandId: brand.id, sale: { crels }, budgetCrels: 10_000_000 }
      const { id } = await createCampaign(app, { ...reward, startsAt })
      links.push(...(await joinAll(app, id, members)))
    }
    const at = new Date(Date.now() - 3_600_000)
    const made = Array.from({ length: clicks }, (_, index) => {
      const tracked = links[index % links.length]!
      const { linkId } = tracked
      const visitor = randomBytes(16).toString('hex')
      const visit = {
        linkId,
        visitor,
        reason: null,
        country: null,
        device: 'phone',
        referrerHost: null,
        subId: null,
      } as const
      return { ...tracked, clickId: app.clicks.recordPast({ ...visit, at }) }
    })
    await app.clicks.flush()
    return { brandId: brand.id, brandKey: await createBrandKey(app, brand.id), clicks: made, crels }
  })
}

/** A sale reported for each of some of its clicks, as its brand's server does. */
export function reportRequests(
  { brandKey }: Pick<Convertible, 'brandKey'>,
  clicks: Pick<Convertible['clicks'][number], 'clickId'>[],
): (LoadRequest & { headers: Record<string, string>; body: string })[] {
  const headers = { authorization: `Bearer ${brandKey}`, 'content-type': 'application/json' }
  return clicks.map(({ clickId }) => ({
    method: 'POST',
    path: reportConversion.path,
    headers,
    body: JSON.stringify({ eventId: randomUUID(), clickId, type: 'sale' }),
  }))
}

interface Member {
  uid: string
  party: string
  emailVerified: true
}

async function makeMembers({ db }: App, count: number): Promise<Member[]> {
  const members: Member[] = []
  for (let made = 0; made < count; made += 1) {
    const email = `seller-${made}@example.com`
    const token = {
      iss: embeddedIssuer,
      sub: newId('member'),
      email,
      displayName: 'A Member',
      photoURL: null,
    }
    const { uid, party } = await provisionMember(db, token)
    members.push({ uid, party, emailVerified: true })
  }
  return members
}

async function joinAll({ db }: App, campaignId: string, members: Member[]): Promise<Tracked[]> {
  return await db.transaction().execute(async (tx) => {
    const enrolled = new Map<string, Pick<Tracked, 'uid' | 'party'>>()
    for (const member of members) {
      const { enrolment } = await joinCampaign(tx, member, { campaignId })
      enrolled.set(enrolment.id, { uid: member.uid, party: member.party })
    }
    const links = await linksOfEnrolments(tx, [...enrolled.keys()])
    return [...links].map(([id, link]) => ({
      linkId: link.id,
      enrolmentId: id,
      campaignId,
      ...enrolled.get(id)!,
    }))
  })
}
