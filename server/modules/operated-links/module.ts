import * as z from 'zod/mini'
import * as contract from '#contracts/operator-links.endpoints.ts'
import { campaignsLeadingTo, hasLeftCampaign } from '#server/modules/campaigns/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import {
  blockedHosts,
  blockHost,
  reachOfBlock,
  reachOfHost,
  setLinkBanned,
  unblockHost,
  type BanDeps,
} from '#server/modules/shortlinks/public.ts'
import { requireOwnAgain, undoing } from '#server/modules/operators/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Module } from '#server/platform/module.ts'
import { operatedClick } from './operated-click.ts'
import { operatedLink } from './operated-link.ts'

/** Links and hosts in the console: looked at, blocked, given back. */
export function operatedLinksModule(deps: Pick<BanDeps, 'secret'>): Module {
  return { routes: [...linkRoutes({ ...deps, hasLeftCampaign, notify: notifyMembers }), ...hostRoutes()] }
}

function linkRoutes(deps: BanDeps): Route[] {
  return [
    bind(contract.getOperatedLink, async ({ db, params }) => operatedLink(db, params.code)),
    bind(contract.getOperatedClick, async ({ db, params }) => operatedClick(db, params.id)),
    ...([contract.banLink, contract.unbanLink] as const).map((endpoint) =>
      bind(endpoint, async ({ transaction, actor, params: { code }, body }) =>
        transaction(async (tx) => {
          const isBanned = endpoint.id === contract.banLink.id
          const { reason } = body
          if (!(await setLinkBanned(tx, undoing(actor, body), { code, isBanned, reason }, deps)))
            await requireOwnAgain(tx, actor, {
              action: isBanned ? 'link.ban' : 'link.unban',
              target: code,
              detail: isBanned ? `/s/${code} is blocked already.` : `/s/${code} is not blocked.`,
            })
          return await operatedLink(tx, code)
        }),
      ),
    ),
  ]
}

const place = z.tuple([z.string().check(z.maxLength(253))])

function hostRoutes(): Route[] {
  return [
    bind(contract.listBlockedHosts, async ({ db, query: { limit, cursor } }) => {
      const after = cursor === undefined ? undefined : decodeCursor(place, cursor)[0]
      const rows = await blockedHosts(db, { after, limit: limit + 1 })
      const { items, nextCursor } = pageOf(rows, limit, ({ host }) => [host])
      return { items: items.map((row) => ({ ...row, blockedAt: row.blockedAt.toISOString() })), nextCursor }
    }),
    bind(contract.previewHostBlock, async ({ db, query }) => reachOfHost(db, query, campaignsLeadingTo)),
    bind(contract.blockHost, async ({ transaction, actor, body }) =>
      transaction((tx) => blockHost(tx, undoing(actor, body), body)),
    ),
    bind(contract.previewHostUnblock, async ({ db, params: { host } }) =>
      reachOfBlock(db, host, campaignsLeadingTo),
    ),
    bind(contract.unblockHost, async ({ transaction, actor, params: { host }, body }) => {
      const returned = await transaction((tx) => unblockHost(tx, undoing(actor, body), { host, ...body }))
      if (returned === undefined) throw problem('not_found', { detail: `${host} is not blocked.` })
      return { host, returned }
    }),
  ]
}
