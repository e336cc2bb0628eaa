import { Link, useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Entry, EntryList } from '../../ui/entry-list.tsx'
import { formatNumber } from '../../ui/format.ts'
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
  return (
    <EntryList
      query={statement}
      empty={<EmptyState heading={words[account].empty()} hint={words[account].hint()} />}
      more={m.wallet_load_more()}
      moreFailed={m.wallet_more_failed()}
    >
      {({ kind, about, at, crels, balanceAfter }) => (
        <Entry
          what={<b>{kindWords(kind)}</b>}
          more={
            kind === 'redemption_paid' ? (
              <Link to={paths.crels('redemptions')}>{m.wallet_link_redemptions()}</Link>
            ) : (
              about && <Link to={paths.campaign(about.campaignId)}>{about.brandName}</Link>
            )
          }
          at={at}
          amount={crels}
          after={m.wallet_balance_after({ amount: formatNumber(balanceAfter) })}
        />
      )}
    </EntryList>
  )
}
