import type { IncomingHttpHeaders } from 'node:http'
import type { BrandCard } from '#contracts/campaigns.schemas.ts'
import type { LinkTest } from '#contracts/shortlinks.schemas.ts'
import type { CampaignState } from '#rules/campaign-state.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import type { Db } from '#server/platform/database.ts'
import type { DestinationOptions } from './destination.ts'

/** What a deep link of a campaign must keep to. */
export interface DeepLinkTerms {
  enrolmentId: string
  /** Hosts of the brand that members' links may lead to, in lower case. */
  allowedHosts: string[]
}

/** What short links need of the modules above them, and of the installation. */
export interface ShortlinkDeps extends DestinationOptions {
  /** Titles of campaigns by id. */
  campaignNames: (db: Db, ids: string[]) => Promise<Map<string, CampaignName>>
  /** The path of a campaign's picture for previews. */
  picturePath: (campaignId: string) => string
  /** Undefined where the member is not in the campaign now; with `isKept` they stay in it until the transaction ends. */
  deepLinkTerms: (
    db: Db,
    membership: { uid: string; campaignId: string; isKept?: boolean },
  ) => Promise<DeepLinkTerms | undefined>
  /** Visits of links so far, by link; zeros for a link without. */
  clickCounts: (db: Db, linkIds: string[]) => Promise<Map<string, { clicks: number; countable: number }>>
  /** The visits of a link since a moment, and how one with these headers would be judged. */
  linkVisits: (
    db: Db,
    link: { linkId: string; since: Date; limit: number; headers: IncomingHttpHeaders },
  ) => Promise<LinkVisits>
  /** The status of an enrolment's link. */
  linkStanding: (db: Db, link: { id: string; enrolmentId: string }) => Promise<LinkStanding>
}

/** The states that decide whether a click of an enrolment's link can earn. */
export interface LinkStanding {
  enrolment: EnrolmentState
  campaign: CampaignState
  /** The last that was reported for a click of the link. */
  lastConversion: { status: 'accepted' | 'under_review' | 'rejected'; reason: string | null; at: Date } | null
}

/** What became of the visits of a link; `browserRefusal` is null where one by the browser that asks would count. */
export type LinkVisits = Pick<LinkTest, 'uncounted' | 'underReview'> &
  LinkTest['counted'] & {
    browserRefusal: string | null
    lastCountedAt: Date | null
    /** Visits that did not count, newest first. */
    recent: (Omit<LinkTest['recent'][number], 'at'> & { at: Date })[]
  }

/** A campaign as links and their previews name it. */
export interface CampaignName {
  id: string
  title: string
  /** For strangers: brand and product, never the reward. */
  publicName: string
  brand: BrandCard
}
