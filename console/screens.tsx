import type { ComponentType } from 'react'
import { m } from '#console-messages'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'

/** The groups of the menu, in its order. */
export type ScreenGroup = 'queues' | 'inboxes' | 'money' | 'company'

/** What the shell knows of a screen. Its address is in `contracts/console-routes.ts`. */
export interface ScreenRow {
  title: () => string
  /** What an operator must be allowed to do to see it. */
  permission?: OperatorPermission
  /** Where the menu has it; a screen without a group is reached from another. `null` stands above the groups. */
  group?: ScreenGroup | null
  load: () => Promise<{ default: ComponentType }>
}

/** Every screen; the menu has those with a group, in this order. */
export const screens: Record<ConsoleScreen, ScreenRow> = {
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
    permission: 'read.money',
    group: 'money',
    load: () => import('./screens/economy/economy.tsx'),
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
  brands: {
    title: m.shell_brands,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/brands/brands.tsx'),
  },
  brand: {
    title: m.shell_brand,
    permission: 'read',
    load: () => import('./screens/brands/brand.tsx'),
  },
  campaigns: {
    title: m.shell_campaigns,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/brands/campaigns.tsx'),
  },
  campaign: {
    title: m.shell_campaign,
    permission: 'read',
    load: () => import('./screens/brands/campaign.tsx'),
  },
  newCampaign: {
    title: m.shell_new_campaign,
    permission: 'campaign.create',
    load: () => import('./screens/brands/new-campaign.tsx'),
  },
  editCampaign: {
    title: m.shell_edit_campaign,
    permission: 'campaign.edit',
    load: () => import('./screens/brands/edit-campaign.tsx'),
  },
  webhook: {
    title: m.shell_webhook,
    permission: 'read',
    load: () => import('./screens/brands/webhook.tsx'),
  },
  shop: {
    title: m.shell_shop,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/shop/items.tsx'),
  },
  item: {
    title: m.shell_item,
    permission: 'read',
    load: () => import('./screens/shop/item.tsx'),
  },
  newItem: {
    title: m.shell_new_item,
    permission: 'shop.add',
    load: () => import('./screens/shop/new-item.tsx'),
  },
  editItem: {
    title: m.shell_edit_item,
    permission: 'shop.edit',
    load: () => import('./screens/shop/edit-item.tsx'),
  },
  site: {
    title: m.shell_site,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/site/site.tsx'),
  },
  banner: {
    title: m.shell_banner,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/banner/banner.tsx'),
  },
  faq: {
    title: m.shell_faq,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/faq/faq.tsx'),
  },
  newFaqEntry: {
    title: m.shell_new_faq_entry,
    permission: 'faq.edit',
    load: () => import('./screens/faq/new-entry.tsx'),
  },
  faqEntry: {
    title: m.shell_faq_entry,
    permission: 'read',
    load: () => import('./screens/faq/entry.tsx'),
  },
  editFaqEntry: {
    title: m.shell_edit_faq_entry,
    permission: 'faq.edit',
    load: () => import('./screens/faq/edit-entry.tsx'),
  },
  legal: {
    title: m.shell_legal,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/legal/legal.tsx'),
  },
  editLegal: {
    title: m.shell_edit_legal,
    permission: 'legal.publish',
    load: () => import('./screens/legal/edit-legal.tsx'),
  },
  categories: {
    title: m.shell_categories,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/categories/categories.tsx'),
  },
  newCategory: {
    title: m.shell_new_category,
    permission: 'category.edit',
    load: () => import('./screens/categories/new-category.tsx'),
  },
  category: {
    title: m.shell_category,
    permission: 'read',
    load: () => import('./screens/categories/category.tsx'),
  },
  editCategory: {
    title: m.shell_edit_category,
    permission: 'category.edit',
    load: () => import('./screens/categories/edit-category.tsx'),
  },
  platforms: {
    title: m.shell_platforms,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/platforms/platforms.tsx'),
  },
  seasons: {
    title: m.shell_seasons,
    permission: 'read.members',
    group: 'company',
    load: () => import('./screens/seasons/seasons.tsx'),
  },
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
}
