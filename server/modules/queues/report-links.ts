import type { ReportedLink } from '#contracts/operator-abuse.schemas.ts'
import { namedLinks } from '#rules/named-links.ts'
import { hasLeftCampaign } from '#server/modules/campaigns/public.ts'
import { operatedLinks } from '#server/modules/operated-links/public.ts'
import { decidedBefore, isOwnAgain, lastActsOn, type PersonActor } from '#server/modules/operators/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { setLinkBanned, type BanDeps } from '#server/modules/shortlinks/public.ts'
import { closeRequest, queuedRequest, reopenRequest } from '#server/modules/support/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { invalidValue } from '#server/platform/http/problems.ts'

/** Links that a report names, with why they are turned off or given back, which is sealed with each. */
interface LinksOfReport {
  request: string
  codes: string[]
  reason?: string | undefined
}

/**
 * The links that a request names, with whose each is and how much it is used: what blocking them touches, and of those
 * that were turned off for it what giving them back does. Throws `not_found`.
 */
export async function reportedLinks(db: Db, id: string): Promise<ReportedLink[]> {
  const { messages, about } = await queuedRequest(db, id)
  const { codes, ids } = namedLinks(
    messages.filter(({ author }) => author === 'asker').map(({ text }) => text),
    about.map((reference) => reference.id),
  )
  const links = await operatedLinks(db, { codes, ids })
  const last = await lastActsOn(db, {
    actions: ['link.ban', 'link.unban'],
    targets: links.map(({ code }) => code),
  })
  return links.map((link) => {
    const act = last.get(link.code)
    const isFor = (act?.after as { report?: string } | null | undefined)?.report === id
    return { ...link, isBlockedForThis: isFor && act?.action === 'link.ban' }
  })
}

/**
 * Turns off links that a report names and closes it; answers those that were on. Throws `not_found`, `validation_failed`
 * for a link that it does not name, what closing throws, and `conflict` where others turned off all of them before.
 */
export async function banReportedLinks(
  tx: Tx,
  actor: PersonActor,
  { seen, ...links }: LinksOfReport & { seen: string },
  deps: Pick<BanDeps, 'secret'>,
): Promise<string[]> {
  const { request, codes } = links
  await closeRequest(tx, actor, { request, seen })
  const changed = await setBanned(tx, actor, { ...links, isBanned: true }, deps)
  return changed.length > 0
    ? changed
    : await ownAgain(tx, actor, { action: 'link.ban', codes, detail: 'These links are blocked already.' })
}

/**
 * Gives back links that were turned off by mistake, and has the report wait again. Throws as turning them off, and
 * `conflict` where another operator gave them back.
 */
export async function unbanReportedLinks(
  tx: Tx,
  actor: PersonActor,
  links: LinksOfReport,
  deps: Pick<BanDeps, 'secret'>,
): Promise<string[]> {
  const { request, codes } = links
  await reopenRequest(tx, actor, { request, mayWait: true })
  const changed = await setBanned(tx, actor, { ...links, isBanned: false }, deps)
  const detail = 'These links are not blocked any more.'
  return changed.length > 0 ? changed : await ownAgain(tx, actor, { action: 'link.unban', codes, detail })
}

/** Those of links that are so already of which the same operator made it so. Throws `conflict` where it is none. */
async function ownAgain(
  tx: Tx,
  actor: PersonActor,
  { action, codes, detail }: { action: 'link.ban' | 'link.unban'; codes: string[]; detail: string },
): Promise<string[]> {
  const own: string[] = []
  for (const target of [...new Set(codes)].sort())
    if (await isOwnAgain(tx, actor, { action, target })) own.push(target)
  if (own.length === 0) throw await decidedBefore(tx, codes[0]!, detail)
  return own
}

async function setBanned(
  tx: Tx,
  actor: PersonActor,
  { request, codes, isBanned, reason }: LinksOfReport & { isBanned: boolean },
  { secret }: Pick<BanDeps, 'secret'>,
): Promise<string[]> {
  const named = new Set((await reportedLinks(tx, request)).map(({ code }) => code))
  if (!codes.every((code) => named.has(code)))
    throw invalidValue('body.codes', 'This report does not name that link.')
  const changed: string[] = []
  // Sorted: two operators who turn off the same links wait for each other in one order.
  for (const code of [...new Set(codes)].sort())
    if (
      await setLinkBanned(
        tx,
        actor,
        { code, isBanned, reason, report: request },
        { hasLeftCampaign, notify: notifyMembers, secret },
      )
    )
      changed.push(code)
  return changed
}
