export type Readers = Record<string, { tables: string[]; reason: string }>

/** Which modules may read tables of others in their own queries, and why a call of the owner would not do. */
export const tableReaders: Readers = {
  'server/platform': {
    tables: ['member', 'tombstone'],
    reason:
      'An installation that is older than its keys is known by having members, and a backup says beside itself who has left; the platform imports no module.',
  },
  'brand-questions': {
    tables: ['brand', 'campaign', 'conversion', 'conversion_claim', 'enrolment'],
    reason: 'What is asked about is read with its brand and campaign, and locked, in one statement.',
  },
  brands: {
    tables: ['member', 'operator'],
    reason: 'Whether a member made a key of a brand is asked of each sale, in one statement.',
  },
  campaigns: {
    tables: ['award', 'brand', 'brand_key', 'brand_state_change', 'member', 'member_state_change'],
    reason:
      'Lists and searches of campaigns are filtered, sorted and named by brand, and the terms of a sale are read with the standing of its member and brand then, in one statement.',
  },
  clicks: {
    tables: ['link', 'member'],
    reason:
      'Loader and statistics join millions of rows with the owner and campaign of their link; a replay asks whose owners have left.',
  },
  'conversion-claims': {
    tables: ['brand', 'campaign', 'conversion', 'earning', 'enrolment'],
    reason: 'A page of claims names campaign and brand, and says what became of each in one statement.',
  },
  conversions: {
    tables: ['account', 'brand', 'campaign', 'enrolment', 'entry', 'hold', 'txn'],
    reason:
      'Reviews are listed by campaign and brand, paid clicks exported by enrolment, an account’s entries added up by campaign, and earnings proven against the ledger, in one statement each.',
  },
  insight: {
    tables: [
      'account',
      'brand',
      'campaign',
      'conversion',
      'earning',
      'enrolment',
      'entry',
      'member',
      'redemption',
      'refund',
      'txn',
    ],
    reason:
      'What happened on a day is counted by the time index of each, and campaigns are listed with it, in one statement each.',
  },
  leaderboard: {
    tables: ['entry', 'friend_completion', 'member', 'txn'],
    reason:
      'Ranks are shown with names in one statement, and what is ranked proven against the ledger, in one statement.',
  },
  legal: {
    tables: ['member'],
    reason:
      'How many members another version asks are those without one of its agreements, in one statement.',
  },
  notifications: {
    tables: ['campaign', 'enrolment', 'member'],
    reason:
      'Members who asked for a group, or hear of an announcement, are paged by the index of choices, and only those who are active.',
  },
  'operated-brands': {
    tables: ['brand', 'brand_key', 'campaign', 'category', 'earning', 'enrolment', 'link', 'member'],
    reason:
      'Brands are listed with how much each has, campaigns found by title and brand, and members of a campaign listed with what each earned, in one statement each.',
  },
  'operated-conversions': {
    tables: [
      'account',
      'brand',
      'campaign',
      'conversion',
      'appeal',
      'earning',
      'enrolment',
      'link',
      'member',
      'member_visitor',
      'payout_destination',
      'refund',
    ],
    reason: 'A conversion is listed and shown with its campaign, member and earning in one statement each.',
  },
  'operated-economy': {
    tables: [
      'account',
      'conversion_claim',
      'exchange_quote',
      'link',
      'member',
      'payout',
      'redemption',
      'tax_profile',
    ],
    reason:
      'What a pause would stop is counted by the time index of each; what a rate of a currency touches, among what is open; whom other terms of payouts refuse, with what they have, in one statement each.',
  },
  'operated-ledger': {
    tables: [
      'audit_entry',
      'brand',
      'campaign',
      'conversion',
      'earning',
      'enrolment',
      'exchange_rate',
      'member',
      'payout',
      'refund',
      'shop_order',
    ],
    reason:
      'Whose an account is and what the entries of a page come from is looked up by key, a statement for each kind, and the rate of each day in one.',
  },
  'operated-links': {
    tables: ['brand', 'campaign', 'link', 'member'],
    reason: 'A link is shown with its owner and campaign in one statement.',
  },
  'operated-members': {
    tables: [
      'brand',
      'campaign',
      'earning',
      'enrolment',
      'link',
      'member_visitor',
      'payout',
      'payout_destination',
      'redemption',
      'shop_order',
      'support_request',
    ],
    reason:
      'What belongs to one member is listed, and what disabling them, stopping their payouts or removing them from a campaign touches counted, in one statement each.',
  },
  'operator-desk': {
    tables: [
      'account',
      'address_trouble',
      'appeal',
      'brand',
      'campaign',
      'click_review',
      'conversion',
      'conversion_claim',
      'deletion',
      'earning',
      'enrolment',
      'entry',
      'friend_invitation',
      'link',
      'member',
      'payout',
      'payout_run',
      'redemption',
      'shop_order',
      'social_share',
      'support_request',
      'txn',
      'webhook_delivery',
      'webhook_message',
    ],
    reason: 'A file of a list is counted and read page by page, each page in one statement.',
  },
  'operator-search': {
    tables: [
      'audit_entry',
      'audit_member_key',
      'brand',
      'campaign',
      'conversion',
      'conversion_claim',
      'link',
      'member',
      'redemption',
      'shop_order',
      'support_request',
    ],
    reason: 'What a text may mean is looked up by the index of each kind, in one statement each.',
  },
  operators: {
    tables: ['member'],
    reason:
      'Who left has no key in the log any more: asked in the statement that makes it, by a module that imports none.',
  },
  'payout-runs': {
    tables: ['account', 'entry', 'member', 'payout_destination', 'redemption', 'txn'],
    reason:
      'A run is drafted from what is approved, shown with what became of it, and compared with the ledger, in one statement each.',
  },
  points: {
    tables: ['account', 'lot_use', 'point_lot', 'txn'],
    reason:
      'Lots are paged, those without a notice found, and those of an order added up, by the ledger’s indexes.',
  },
  queues: {
    tables: [
      'account',
      'appeal',
      'brand',
      'campaign',
      'click_review',
      'conversion',
      'conversion_claim',
      'deletion',
      'earning',
      'enrolment',
      'exchange_quote',
      'friend_invitation',
      'member',
      'member_visitor',
      'operator',
      'payout',
      'payout_destination',
      'payout_mismatch',
      'payout_run',
      'payout_stop',
      'redemption',
      'redemption_event',
      'restoration',
      'restored_payout',
      'shop_code',
      'season',
      'shop_order',
      'shop_order_event',
      'social_share',
      'support_message',
      'support_request',
    ],
    reason:
      'What waits for an operator is counted, sorted and shown with whom and what it is about, in one statement each.',
  },
  redemptions: {
    tables: ['account', 'entry', 'exchange_quote', 'hold', 'member', 'payout', 'tax_profile', 'txn'],
    reason:
      'Redemptions are proven against the ledger; one is shown with the price it was made at; yearly totals are sorted in one statement; who is screened, and whether they may still be paid, is one statement over profile, tax form, destination and payout runs.',
  },
  rewards: {
    tables: ['account', 'award', 'entry', 'member'],
    reason:
      'Points ever granted are one balance of the house; every second it is asked for many members what may be celebrated; what was granted lately is summed by its time index.',
  },
  shares: {
    tables: ['brand', 'campaign', 'link'],
    reason: 'A page of shares names campaign, brand and link in one statement.',
  },
  site: {
    tables: ['member'],
    reason: 'How many members a banner will stand above is said before it goes up.',
  },
  support: {
    tables: ['campaign', 'link', 'redemption', 'shop_order'],
    reason: 'What a request names is looked up in one statement.',
  },
  shop: {
    tables: ['account', 'entry', 'member', 'point_boost', 'streak', 'streak_freeze', 'txn'],
    reason:
      'Orders are proven against the ledger and what they brought, and listed for operators by member, in one statement.',
  },
  webhooks: {
    tables: ['brand'],
    reason:
      'A delivery is signed only for a brand that is not suspended, as of the statement that claims it.',
  },
}
