import { Link, useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { StatementEntry } from '#contracts/wallet.responses.ts'
import { Card, Row, Rows } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDateTime, formatNumber, formatSigned } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { problemOf } from '../../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../../ui/skeleton.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { CsvButton } from './csv-button.tsx'
import { statementAccounts, useStatement, type StatementAccount } from './queries.ts'
import { kindWords } from './statement-words.ts'
import classes from './statement.module.css'

const words: Record<StatementAccount, { tab: () => string; empty: () => string; hint: () => string }> = {
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

/** The ledger entries of one balance with the balance after each; which one is in the address. */
export function Statement() {
  const [search] = useSearchParams()
  const account = statementAccounts.find((name) => name === search.get('account')) ?? 'available'
  return (
    <section className={classes.statement} aria-labelledby="statement">
      <div className={classes.head}>
        <h2 id="statement">{m.wallet_statement_heading()}</h2>
        <CsvButton account={account} />
      </div>
      <TabLinks
        label={m.wallet_account_label()}
        tabs={statementAccounts.map((name) => ({
          to: name === 'available' ? paths.crels('wallet') : `${paths.crels('wallet')}?account=${name}`,
          label: words[name].tab(),
          current: name === account,
        }))}
      />
      <Entries key={account} account={account} />
    </section>
  )
}

function Entries({ account }: { account: StatementAccount }) {
  const statement = useStatement(account)
  if (statement.isPending && !statement.isPaused)
    return (
      <Loading>
        <CardSkeleton lines={5} />
      </Loading>
    )
  if (!statement.data)
    return (
      <ErrorState
        {...problemOf(statement.error)}
        onRetry={() => void statement.refetch()}
        retrying={statement.isFetching}
      />
    )
  const entries = statement.data.pages.flatMap((page) => page.items)
  if (entries.length === 0)
    return <EmptyState heading={words[account].empty()} hint={words[account].hint()} />
  return (
    <>
      <Card>
        <Rows>
          {entries.map((entry) => (
            <Entry key={`${entry.transactionId} ${entry.balanceAfter}`} entry={entry} />
          ))}
        </Rows>
      </Card>
      {statement.hasNextPage && (
        <LoadMore
          onMore={() => void statement.fetchNextPage()}
          busy={statement.isFetchingNextPage}
          failed={statement.isFetchNextPageError}
          label={statement.isFetchNextPageError ? m.common_retry() : m.wallet_load_more()}
        >
          {statement.isFetchNextPageError && <p role="alert">{m.wallet_more_failed()}</p>}
        </LoadMore>
      )}
    </>
  )
}

function Entry({ entry: { kind, about, at, crels, balanceAfter } }: { entry: StatementEntry }) {
  return (
    <Row className={classes.entry}>
      <span className={classes.words}>
        <b>{kindWords(kind)}</b>
        {kind === 'redemption_paid' && (
          <Link to={paths.crels('redemptions')} className={classes.about}>
            {m.wallet_link_redemptions()}
          </Link>
        )}
        {about && (
          <Link to={paths.campaign(about.campaignId)} className={classes.about}>
            {about.brandName}
          </Link>
        )}
        <span className={classes.note}>{formatDateTime(at)}</span>
      </span>
      <span className={classes.amounts}>
        <b className={classes.amount} data-added={crels > 0 || undefined}>
          {formatSigned(crels)}
        </b>
        <span className={classes.note}>{m.wallet_balance_after({ amount: formatNumber(balanceAfter) })}</span>
      </span>
    </Row>
  )
}
