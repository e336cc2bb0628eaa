import { createHash } from 'node:crypto'
import { localDate } from '#rules/local-date.ts'
import { normalEmail } from '#rules/normal-email.ts'
import { findMember } from '../modules/accounts/public.ts'
import type { ClickPath } from '../modules/clicks/public.ts'
import { acceptInvitation } from '../modules/friends/public.ts'
import { checkIn } from '../modules/rewards/public.ts'
import { settleShare, shareCampaign } from '../modules/shares/public.ts'
import type { Tx } from '../platform/database.ts'
import { checkInDates, demoShares, friendCheckIns } from './content/creator-rewards.ts'
import { demoCreator, otherCreators } from './content/creators.ts'
import type { DemoHistory } from './content/demo-content.ts'
import { timeline } from './content/history/timeline.ts'
import { linkOfShare } from './demo-queries.ts'
import type { DemoApp } from './load-demo.ts'
import type { Moment } from './demo-time.ts'
import type { DemoActor } from './load-members.ts'
import { dayMs } from '#rules/utc-date.ts'

const noonMs = dayMs / 2

interface Surroundings {
  history: DemoHistory
  anchor: Date
  /** Campaign ids by key. */
  campaigns: ReadonlyMap<string, string>
  members: ReadonlyMap<string, DemoActor>
}

/** What the demo creator earned points by, as moments of the history. */
export interface CreatorRewards {
  /** Shares, which visitors come by. */
  early: Moment[]
  /** Check-ins, friends, and shares that are paid. */
  late: Moment[]
  /** Records who came by the shares, once they are made; they are loaded with the other clicks. */
  recordVisits(path: Pick<ClickPath, 'recordPast'>): void
}

/** The demo creator's check-ins, shares and friends: each through its use case, in its time. */
export function creatorRewards(
  tx: Tx,
  { config, secret }: Pick<DemoApp, 'config' | 'secret'>,
  { history, anchor, campaigns, members }: Surroundings,
): CreatorRewards {
  const me = members.get(demoCreator.key)!
  const shares = shareMoments(tx, config, { anchor, campaigns, me })
  const today = localDate(anchor.getTime(), demoCreator.timeZone)
  const checkIns = checkInDates(today).map((date) => checkInMoment(tx, me, Date.parse(`${date}T12:00:00Z`)))
  const hashAddress = (email: string) => secret.hash('left address', normalEmail(email))
  const friends = friendMoments(tx, { history, anchor, members, me, hashAddress })
  return { ...shares, late: [...checkIns, ...shares.late, ...friends] }
}

function checkInMoment(tx: Tx, actor: DemoActor, at: number): Moment {
  return { at: new Date(at), happen: async () => await checkIn(tx, actor) }
}

function shareMoments(
  tx: Tx,
  { publicOrigin, clickLimits }: DemoApp['config'],
  { anchor, campaigns, me }: Pick<Surroundings, 'anchor' | 'campaigns'> & { me: DemoActor },
): CreatorRewards {
  const linkIds = new Map<string, string>()
  const { at } = timeline(anchor)
  const keyOf = ({ campaign, day }: (typeof demoShares)[number]) => `share/${campaign}/${day}`
  return {
    early: demoShares.map((share) => ({
      at: at(share.day, 10 * 60),
      happen: async () => {
        const wish = { network: share.network, campaignId: campaigns.get(share.campaign)! }
        await shareCampaign(tx, me, wish, { publicOrigin, clickLimits })
        linkIds.set(keyOf(share), await linkOfShare(tx, me.uid, wish))
      },
    })),
    late: demoShares.map((share) => ({
      at: at(share.day + 1, 10 * 60),
      happen: async () => await settleShare(tx, { linkId: linkIds.get(keyOf(share))!, limits: clickLimits }),
    })),
    recordVisits: (path) => {
      for (const share of demoShares)
        for (let visitor = 1; visitor <= share.visitors; visitor += 1)
          path.recordPast({
            at: at(share.day, 10 * 60 + visitor * 47),
            linkId: linkIds.get(keyOf(share))!,
            visitor: createHash('sha256')
              .update(`${keyOf(share)}/${visitor}`)
              .digest('hex')
              .slice(0, 32),
            reason: null,
            country: 'PT',
            device: 'phone',
            referrerHost: null,
            subId: null,
          })
    },
  }
}

/** The creators who came last were invited by the demo creator, and have checked in as often as planned. */
function friendMoments(
  tx: Tx,
  {
    history,
    anchor,
    members,
    me,
    hashAddress,
  }: Omit<Surroundings, 'campaigns'> & { me: DemoActor; hashAddress(email: string): Buffer },
): Moment[] {
  const firstAt = (key: string) =>
    history.enrolments.find(({ creator }) => creator === key)?.appliedAt.getTime() ?? 0
  const newest = otherCreators
    .toSorted((a, b) => firstAt(a.key) - firstAt(b.key))
    .slice(-friendCheckIns.length)
  return newest.flatMap(({ key, email }, place): Moment[] => {
    const friend = members.get(key)!
    const cameAt = firstAt(key) - 2 * dayMs
    const accept = async () => {
      const inviterShortId = (await findMember(tx, me.uid))!.shortId
      await acceptInvitation(tx, { ...friend, email }, { inviterShortId }, { hashAddress })
    }
    const days = Array.from({ length: friendCheckIns[place]! }, (_, day) =>
      checkInMoment(tx, friend, Math.floor(cameAt / dayMs) * dayMs + (day + 1) * dayMs + noonMs),
    )
    return [{ at: new Date(cameAt), happen: accept }, ...days].filter(({ at }) => at < anchor)
  })
}
