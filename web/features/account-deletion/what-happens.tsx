import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import type { DeletionView } from '#contracts/account-deletion.schemas.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { formatLongDate, formatNumber } from '#web/ui/common/format.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Section } from '#web/ui/page.tsx'
import { Stat, Stats } from '#web/ui/rare/stat.tsx'
import classes from './account-deletion.module.css'

/** What is given up, in numbers; what is erased; what is kept and why. */
export function WhatHappens({ deletion }: { deletion: DeletionView }) {
  return (
    <>
      <Section heading={m.account_deletion_costs()}>
        <Costs deletion={deletion} />
      </Section>
      <Section heading={m.account_deletion_erased()}>
        <Sentences>
          <li>{m.account_deletion_erased_now()}</li>
          <li>{m.account_deletion_erased_soon({ minutes: deletion.erasedWithinMinutes })}</li>
          <li>{m.account_deletion_erased_backups()}</li>
        </Sentences>
      </Section>
      <Section heading={m.account_deletion_kept()}>
        <Sentences>
          <li>{m.account_deletion_kept_books()}</li>
          <li>{m.account_deletion_kept_links()}</li>
          <li>{m.account_deletion_kept_address({ months: deletion.addressRetainedMonths })}</li>
          {deletion.taxFormKeptUntil && (
            <li>{m.account_deletion_kept_tax({ date: formatLongDate(deletion.taxFormKeptUntil) })}</li>
          )}
        </Sentences>
      </Section>
    </>
  )
}

/** An answer of a version before this one does not say what becomes of orders. */
type Costly = Omit<DeletionView, 'orders'> & Partial<Pick<DeletionView, 'orders'>>

const noOrders = { placed: 0, withCodes: 0 }

function Costs({ deletion: { crels, points, campaigns, links, orders = noOrders } }: { deletion: Costly }) {
  const isSomething = crels.available + crels.pending + crels.reserved + points > 0
  const isElse = campaigns + links + orders.placed + orders.withCodes > 0
  return (
    <Card className={classes.card}>
      {isSomething ? (
        <>
          <Stats>
            <Stat label={m.account_deletion_available()} value={formatNumber(crels.available)} />
            <Stat label={m.account_deletion_pending()} value={formatNumber(crels.pending)} />
            {crels.reserved > 0 && (
              <Stat label={m.account_deletion_held()} value={formatNumber(crels.reserved)} />
            )}
            <Stat label={m.account_deletion_points()} value={formatNumber(points)} />
          </Stats>
          <p>{m.account_deletion_costs_some()}</p>
        </>
      ) : (
        !isElse && <p>{m.account_deletion_costs_none()}</p>
      )}
      {orders.placed > 0 && <Orders text={m.account_deletion_orders({ count: orders.placed })} />}
      {orders.withCodes > 0 && <Orders text={m.account_deletion_codes({ count: orders.withCodes })} />}
      {crels.debt > 0 && (
        <p>{m.account_deletion_debt({ count: crels.debt, crels: formatNumber(crels.debt) })}</p>
      )}
      {campaigns > 0 && <p>{m.account_deletion_campaigns({ count: campaigns })}</p>}
      {links > 0 && <Notice tone="gold">{m.account_deletion_links({ count: links })}</Notice>}
    </Card>
  )
}

/** A sentence about orders, which leads to them. */
function Orders({ text }: { text: string }) {
  return (
    <p>
      <LinkedSentence
        text={text}
        links={[(linkText) => <Link to={withQuery(paths.pointsShop, { view: 'orders' })}>{linkText}</Link>]}
      />
    </p>
  )
}

function Sentences({ children }: { children: ReactNode }) {
  return (
    <Card>
      <ul className={classes.sentences}>{children}</ul>
    </Card>
  )
}
