import { Fragment } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import type { LedgerOrigin } from '#contracts/operator-shapes.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { memberHref } from './member-link.tsx'
import { screenHref } from './screen-href.ts'
import { useMay } from './session.ts'

type OriginLink = LedgerOrigin['links'][number]

/** What an entry of the ledger comes from: in words, and as links to the screens that the operator may see. */
export function LedgerOriginLinks({ origin }: { origin: LedgerOrigin }) {
  const may = useMay()
  return (
    <span>
      {wordsOf(origin)}
      {origin.links.map(({ to, id, name }) => (
        <Fragment key={id}>
          {' · '}
          {may(places[to].permission) ? (
            <Link to={places[to].href(id)}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </Fragment>
      ))}
    </span>
  )
}

/** The same in a file. */
export function originText(origin: LedgerOrigin): string {
  return [wordsOf(origin), ...origin.links.map(({ name }) => name)].join(' · ')
}

function wordsOf({ kind, detail }: LedgerOrigin): string {
  return [kindNames[kind](), detail].filter(Boolean).join(' · ')
}

const kindNames: Record<LedgerOrigin['kind'], () => string> = {
  conversion: m.ledger_from_conversion,
  clicks: m.ledger_from_clicks,
  top_up: m.ledger_from_top_up,
  budget_reduction: m.ledger_from_budget_reduction,
  redemption: m.ledger_from_redemption,
  order: m.ledger_from_order,
  adjustment: m.ledger_from_adjustment,
  reward: m.ledger_from_reward,
  expiry: m.ledger_from_expiry,
  deletion: m.ledger_from_deletion,
  demo: m.ledger_from_demo,
  // Its detail says what the ledger has.
  other: () => '',
}

const places: Record<OriginLink['to'], { permission: OperatorPermission; href: (id: string) => string }> = {
  conversion: { permission: 'read.members', href: (id) => screenHref('conversion', { id }) },
  campaign: { permission: 'read', href: (id) => screenHref('campaign', { id }) },
  redemption: { permission: 'read.money', href: (id) => `${screenHref('redemptions')}?open=${id}` },
  payout: { permission: 'read.money', href: (id) => screenHref('payout', { id }) },
  order: { permission: 'read.members', href: (id) => `${screenHref('orders')}?show=all&open=${id}` },
  audit: { permission: 'read.audit', href: (id) => `${screenHref('audit')}?open=${id}` },
  member: { permission: 'member.view', href: memberHref },
  transaction: { permission: 'read.money', href: (id) => screenHref('ledgerTransaction', { id }) },
}
