import { m } from '#console-messages'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import type { ScreenRow } from './screen-row.ts'

/** How the installation is run, by whom, and what they did; one’s own account. */
export const runningScreens = {
  links: {
    title: m.shell_links,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/links/links.tsx'),
  },
  approvals: {
    title: m.shell_approvals,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/approvals/approvals.tsx'),
  },
  audit: {
    title: m.shell_audit,
    permission: 'read.audit',
    group: 'company',
    load: () => import('./screens/audit/audit.tsx'),
  },
  operators: {
    title: m.shell_operators,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/operators/operators.tsx'),
  },
  system: {
    title: m.shell_system,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/system/system.tsx'),
  },
  suppressedAddresses: {
    title: m.shell_suppressed_addresses,
    permission: 'read.members',
    load: () => import('./screens/system/suppressed-addresses.tsx'),
  },
  failedJobs: {
    title: m.shell_failed_jobs,
    permission: 'job.run',
    load: () => import('./screens/system/failed-jobs.tsx'),
  },
  exports: {
    title: m.exports_title,
    permission: 'list.export',
    group: 'company',
    load: () => import('./screens/exports/exports.tsx'),
  },
  account: { title: m.shell_account, load: () => import('./screens/account/account.tsx') },
} satisfies Partial<Record<ConsoleScreen, ScreenRow>>
