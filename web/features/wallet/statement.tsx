import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TabLinks } from '#web/ui/rare/tab-links.tsx'
import { CsvButton } from './csv-button.tsx'
import {
  statementAccounts,
  useStatement,
  type StatementAccount,
  type StatementFilter,
} from './statement-queries.ts'
import { StatementMonths } from './statement-months.tsx'
import { statementKinds } from './statement-text.ts'
import classes from './statement.module.css'

const labels: Record<StatementAccount, { tab: () => string; empty: () => string; hint: () => string }> = {
  available: {
    tab: m.wallet_account_available,
    empty: m.wallet_statement_empty_available,
    hint: m.wallet_statement_empty_available_hint,
  },
  pending: {
    tab: m.wallet_account_pending,
    empty: m.wallet_statement_empty_pending,
    hint: m.wallet_statement_empty_pending_hint,
  },
  debt: {
    tab: m.wallet_account_debt,
    empty: m.wallet_statement_empty_debt,
    hint: m.wallet_statement_empty_debt_hint,
  },
}

// Few look for one entry among many: the choices come when they are asked for.
const FilterBar = lazy(async () => await import('./statement-filter-bar.tsx'))

/** The ledger entries of one balance with the balance after each; which one, and which of them, is in the address. */
export function Statement({
  dollarsOf,
}: {
  /** What crels come to, in words; null where it is nothing. */
  dollarsOf: (crels: number) => string | null
}) {
  const [search] = useSearchParams()
  const filter = filterOf(search)
  const isFiltered = isFilterSet(filter)
  const [isOpen, setIsOpen] = useState(isFiltered)
  // Nothing there is nothing to filter or to save.
  const { data: entries } = useStatement(filter)
  const isEmpty = !isFiltered && entries?.pages[0]?.items.length === 0
  return (
    <section className={classes.statement} aria-labelledby="statement">
      <div className={classes.head}>
        <h2 id="statement">{m.wallet_statement_heading()}</h2>
        {!isEmpty && (
          <div className={classes.actions}>
            <Button
              look="soft"
              size="s"
              aria-expanded={isOpen}
              data-set={isFiltered || undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              {m.wallet_filter()}
            </Button>
            <CsvButton filter={filter} />
          </div>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <FilterBar filter={filter} />
        </Suspense>
      )}
      <TabLinks
        label={m.wallet_account_label()}
        tabs={statementAccounts.map((account) => ({
          to: withQuery(paths.crels('wallet'), {
            account: account === 'available' ? undefined : account,
            from: filter.from,
            to: filter.to,
          }),
          label: labels[account].tab(),
          current: account === filter.account,
        }))}
      />
      <Entries key={search.toString()} filter={filter} dollarsOf={dollarsOf} />
    </section>
  )
}

/** What the address says; what it says wrong is as if it were not there. */
function filterOf(search: URLSearchParams): StatementFilter {
  const date = (name: string) => /^\d{4}-\d{2}-\d{2}$/.exec(search.get(name) ?? '')?.[0]
  const kind = search.get('kind') ?? ''
  return {
    account: statementAccounts.find((name) => name === search.get('account')) ?? 'available',
    kind: kind in statementKinds ? kind : undefined,
    from: date('from'),
    to: date('to'),
  }
}

function isFilterSet({ kind, from, to }: StatementFilter): boolean {
  return Boolean(kind ?? from ?? to)
}

function Entries({
  filter,
  dollarsOf,
}: {
  filter: StatementFilter
  dollarsOf: (crels: number) => string | null
}) {
  const statement = useStatement(filter)
  const { empty, hint } = isFilterSet(filter)
    ? { empty: m.wallet_statement_empty_filtered, hint: m.wallet_statement_empty_filtered_hint }
    : labels[filter.account]
  return (
    <StatementMonths
      query={statement}
      isDebt={filter.account === 'debt'}
      dollarsOf={dollarsOf}
      empty={<EmptyState heading={empty()} hint={hint()} />}
    />
  )
}
