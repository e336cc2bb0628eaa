import { m } from '#console-messages'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import type { ScreenRow } from './screen-row.ts'

/** The way in, Home, and what waits for an operator: queues and inboxes. */
export const workScreens = {
  signIn: { title: m.sign_in_title, load: () => import('./screens/sign-in/sign-in.tsx') },
  invitation: { title: m.sign_in_title, load: () => import('./screens/sign-in/invitation.tsx') },
  home: {
    title: m.shell_home,
    permission: 'read',
    group: null,
    load: () => import('./screens/home/home.tsx'),
  },
  insight: {
    title: m.shell_insight,
    permission: 'read.money',
    group: null,
    load: () => import('./screens/insight/insight.tsx'),
  },
  applications: {
    title: m.shell_applications,
    permission: 'read.members',
    group: 'queues',
    load: () => import('./screens/applications/applications.tsx'),
  },
  review: {
    title: m.shell_review,
    permission: 'read.members',
    group: 'queues',
    load: () => import('./screens/review/review.tsx'),
  },
  claims: {
    title: m.shell_claims,
    permission: 'read.members',
    group: 'queues',
    load: () => import('./screens/claims/claims.tsx'),
  },
  redemptions: {
    title: m.shell_redemptions,
    permission: 'read.money',
    group: 'queues',
    load: () => import('./screens/redemptions/redemptions.tsx'),
  },
  support: {
    title: m.shell_support,
    permission: 'read.members',
    group: 'inboxes',
    load: () => import('./screens/inboxes/support.tsx'),
  },
  orders: {
    title: m.shell_orders,
    permission: 'read.members',
    group: 'inboxes',
    load: () => import('./screens/inboxes/orders.tsx'),
  },
  abuse: {
    title: m.shell_abuse,
    permission: 'read.members',
    group: 'inboxes',
    load: () => import('./screens/inboxes/abuse.tsx'),
  },
  deletions: {
    title: m.shell_deletions,
    permission: 'read',
    group: 'inboxes',
    load: () => import('./screens/inboxes/deletions.tsx'),
  },
} satisfies Partial<Record<ConsoleScreen, ScreenRow>>
