import type { BootData } from '#contracts/boot-data.ts'
import { getCampaign, listCampaigns, listCategories } from '#contracts/campaigns.endpoints.ts'
import type { Campaign, CampaignCard } from '#contracts/campaigns.schemas.ts'
import { type EndpointCall, type Sent, urlOf } from '#contracts/endpoint.ts'
import { getUsdToCrels } from '#contracts/exchange.endpoints.ts'
import { listMoments } from '#contracts/gamification.endpoints.ts'
import type { AuthUser } from '#contracts/identity.schemas.ts'
import { defaultLanguage } from '#contracts/languages.ts'
import { listNotifications } from '#contracts/notifications.endpoints.ts'
import { drawCampaignPreview } from '#contracts/operator-campaigns.endpoints.ts'
import { matchPage } from '#contracts/page-routes.ts'
import { paths } from '#contracts/paths.ts'
import { getUser } from '#contracts/users.endpoints.ts'
import type { User } from '#contracts/users.schemas.ts'
import { pagesIn, withoutActs } from './member-view.ts'
import { draftAsSeen, draftId } from './modules/campaigns/public.ts'
import { exchangeNow } from './modules/exchange/public.ts'
import type { ScreenProcess } from './platform/first-screens/screen-process.ts'
import { bind } from './platform/http/bind.ts'
import { problem } from './platform/http/problems.ts'
import { inLanguage } from './platform/language.ts'
import type { Module, Platform } from './platform/module.ts'

/** How long a screen may take; no page waits for it. */
const renderMs = 20_000

/**
 * A campaign that is being written as members would see it: the member's own screens, rendered from answers that are made of
 * the draft, for nobody in particular (docs/decisions/105-a-draft-is-previewed-as-the-members-own-page.md). Nothing is
 * written, and nothing of a member is read.
 */
export function openCampaignPreview(
  { config }: Pick<Platform, 'config'>,
  { screens, webDir }: { screens: ScreenProcess; webDir: string },
): Module {
  const pageOf = pagesIn(webDir, config)
  return {
    routes: [
      bind(drawCampaignPreview, async ({ db, body: { campaign, budgetCrels, screen }, clock, reply }) => {
        screens.warm()
        const now = clock.now()
        const answers = await inLanguage(defaultLanguage, async () => {
          const seen = await draftAsSeen(db, { draft: campaign, budgetCrels }, now)
          const { usdToCrels, setAt, paused } = await exchangeNow(db)
          const rate = { value: Number(usdToCrels), asOf: setAt.toISOString(), paused }
          return { ...answersFor(seen), ...answerOf(getUsdToCrels, {}, rate) }
        })
        const path = screen === 'card' ? paths.campaigns : paths.campaign(draftId)
        const job = { path, bootData: { user: somebody, streamId: '', answers }, at: now.getTime() }
        const made = await screens.render({ ...job, timeZone: 'UTC', language: defaultLanguage }, renderMs)
        if (!made) throw problem('unavailable', { detail: 'The preview was not rendered. Try again.' })
        reply.header('cache-control', 'private, no-store')
        return { html: withoutActs(pageOf(defaultLanguage, matchPage(path)!, made.html)) }
      }),
    ],
  }
}

/** Who is shown the draft: nobody there is. */
const somebody: AuthUser = {
  uid: 'preview',
  email: 'creator@example.com',
  emailVerified: true,
  displayName: 'A creator',
  photoURL: null,
}

/** What the screens ask for, answered as if the draft were the only campaign. */
function answersFor({ card, page }: { card: CampaignCard; page: Campaign }): BootData['answers'] {
  const list = { items: [card], nextCursor: null, searchedFor: null }
  const profile: User = {
    uid: somebody.uid,
    fullName: somebody.displayName,
    displayName: somebody.displayName,
    email: somebody.email,
    birthday: null,
    gender: null,
    countryOfResidence: null,
    industries: [],
    channels: [],
    shortId: 'AAAAAA',
    photoURL: null,
    timeZone: 'UTC',
    language: null,
    shownToInvited: false,
    hiddenOnLeaderboard: false,
    ageMin: 0,
    gamification: { invitedBy: null },
    profileCompletion: {
      isComplete: true,
      completionPercentage: 100,
      missingFields: [],
      completedFields: [],
    },
  }
  return {
    ...answerOf(getUser, { params: { uid: somebody.uid } }, profile),
    ...answerOf(listNotifications, {}, { items: [], nextCursor: null, unread: 0 }),
    ...answerOf(listMoments, {}, { items: [] }),
    ...answerOf(getCampaign, { params: { id: draftId } }, page),
    ...answerOf(listCampaigns, { query: { sort: 'suggested', limit: 18 } }, list),
    ...answerOf(listCampaigns, { query: { sort: 'new', limit: 1 } }, { ...list, items: [] }),
    ...answerOf(listCategories, {}, { items: [] }),
  }
}

/** An answer under the address that it is asked by. */
function answerOf<E extends EndpointCall>(endpoint: E, sent: Sent<E>, answer: unknown): BootData['answers'] {
  return { [urlOf(endpoint, sent)]: answer }
}
