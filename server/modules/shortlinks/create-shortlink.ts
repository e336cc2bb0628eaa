import { randomBytes } from 'node:crypto'
import { drawShortCode, ownCodeRefusal, type OwnCodeRefusal } from '#rules/short-code.ts'
import { dayMs } from '#rules/utc-date.ts'
import { requireStaying } from '#server/modules/accounts/public.ts'
import { requireOpen } from '#server/modules/pauses/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { codeRefusals, suggestCodes } from './code-availability.ts'
import type { ShortlinkDeps } from './shortlink-deps.ts'
import { shortlinkFields, type SentFields } from './shortlink-fields.ts'
import { insertShortlink, linksMadeSince, type NewShortlink, type ShortlinkRow } from './shortlink-queries.ts'

export interface ShortlinkInput extends SentFields {
  destinationUrl: string
  /** Drawn where there is none. */
  code?: string
  /** A deep link of the enrolment in it. */
  campaignId?: string
}

/** Links that a member may make within a day: more than a person shares, less than a flood. */
export const linksDailyMax = 1_000

/** A code is taken once in thousands of millions; this many in a row mean that something else is wrong. */
const drawsMax = 20

/**
 * Makes a short link. Throws `validation_failed` (an address, code or end that cannot be, with the reason), `code_taken`
 * with free ones, `not_enrolled`, `too_many_links`, `link_creation_paused`.
 */
export async function createShortlink(
  tx: Tx,
  { uid }: Pick<MemberActor, 'uid'>,
  input: ShortlinkInput,
  deps: ShortlinkDeps,
): Promise<ShortlinkRow> {
  await requireStaying(tx, uid)
  await requireOpen(tx, 'link-creation')
  const now = await databaseNow(tx)
  const { code, campaignId } = input
  const terms =
    campaignId === undefined ? undefined : await deps.deepLinkTerms(tx, { uid, campaignId, isKept: true })
  if (campaignId !== undefined && !terms) throw problem('not_enrolled')
  const fields = await shortlinkFields(tx, input, { terms, now }, deps)
  const refusal = code === undefined ? undefined : ownCodeRefusal(code)
  if (refusal) throw await refusedCode(tx, code!, refusal, now)
  if ((await linksMadeSince(tx, uid, new Date(now.getTime() - dayMs))) >= linksDailyMax)
    throw problem('too_many_links')
  const link = {
    ...fields,
    kind: terms ? 'deep' : 'own',
    ownerUid: uid,
    enrolmentId: terms?.enrolmentId ?? null,
    campaignId: campaignId ?? null,
  } as const
  if (code === undefined) return await insertDrawn(tx, link)
  const made = await insertShortlink(tx, { ...link, id: newId('link'), code })
  if (made) return made
  throw problem('code_taken', { members: { suggestions: await suggestCodes(tx, code, now) } })
}

async function insertDrawn(tx: Tx, link: Omit<NewShortlink, 'id' | 'code'>): Promise<ShortlinkRow> {
  for (let draw = 0; draw < drawsMax; draw++) {
    const made = await insertShortlink(tx, { ...link, id: newId('link'), code: drawShortCode(randomBytes) })
    if (made) return made
  }
  throw new Error(`${drawsMax} codes in a row were taken`)
}

async function refusedCode(tx: Tx, code: string, refusal: OwnCodeRefusal, now: Date) {
  const issue = { path: 'body.code', code: refusal, message: codeRefusals[refusal]() }
  const suggestions = await suggestCodes(tx, code, now)
  return problem('validation_failed', { members: { issues: [issue], suggestions } })
}
