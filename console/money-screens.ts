import { m } from '#console-messages'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import type { ScreenRow } from './screen-row.ts'

/** Money, and whose it is. */
export const moneyScreens = {
  conversions: {
    title: m.shell_conversions,
    permission: 'read.members',
    group: 'money',
    load: () => import('./screens/conversions/conversions.tsx'),
  },
  conversion: {
    title: m.shell_conversion,
    permission: 'read.members',
    load: () => import('./screens/conversions/conversion.tsx'),
  },
  payouts: {
    title: m.shell_payouts,
    permission: 'read.money',
    group: 'money',
    load: () => import('./screens/payouts/payouts.tsx'),
  },
  payout: {
    title: m.shell_payout,
    permission: 'read.money',
    load: () => import('./screens/payouts/payout.tsx'),
  },
  economy: {
    title: m.shell_economy,
    permission: 'read',
    group: 'money',
    load: () => import('./screens/economy/economy.tsx'),
  },
  rates: {
    title: m.shell_rates,
    permission: 'read.money',
    load: () => import('./screens/economy/rates.tsx'),
  },
  ledger: {
    title: m.shell_ledger,
    permission: 'read.money',
    group: 'money',
    load: () => import('./screens/ledger/ledger.tsx'),
  },
  ledgerAccounts: {
    title: m.shell_ledger_accounts,
    permission: 'read.money',
    load: () => import('./screens/ledger/accounts.tsx'),
  },
  ledgerAccount: {
    title: m.shell_ledger_account,
    permission: 'read.money',
    load: () => import('./screens/ledger/account.tsx'),
  },
  ledgerTransaction: {
    title: m.shell_ledger_transaction,
    permission: 'read.money',
    load: () => import('./screens/ledger/transaction.tsx'),
  },
  member: {
    title: m.shell_member,
    permission: 'member.view',
    load: () => import('./screens/member/member.tsx'),
  },
  memberEarnings: {
    title: m.shell_member_earnings,
    permission: 'member.view',
    load: () => import('./screens/member/earnings.tsx'),
  },
} satisfies Partial<Record<ConsoleScreen, ScreenRow>>
