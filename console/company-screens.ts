import { m } from '#console-messages'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import type { ScreenRow } from './screen-row.ts'

/** Who sells here, and what the site says. */
export const companyScreens = {
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
  campaignMembers: {
    title: m.shell_campaign_members,
    permission: 'read.members',
    load: () => import('./screens/brands/campaign-members.tsx'),
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
  announcements: {
    title: m.shell_announcements,
    permission: 'read',
    group: 'company',
    load: () => import('./screens/announcements/announcements.tsx'),
  },
  newAnnouncement: {
    title: m.shell_new_announcement,
    permission: 'announcement.send',
    load: () => import('./screens/announcements/new-announcement.tsx'),
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
} satisfies Partial<Record<ConsoleScreen, ScreenRow>>
