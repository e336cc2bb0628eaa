/**
 * Which module owns which table: it alone writes it, others call what its `public.ts` exports. Tables of the platform
 * are here too; those of schema `identity` without their schema's name.
 */
export const tableOwners: Record<string, string[]> = {
  'server/platform': [
    'address_trouble',
    'backup_run',
    'clock_offset',
    'dev_mail',
    'idempotency_key',
    'production_use',
    'restoration',
    'running_process',
    'schema_function',
    'schema_migration',
    'secret_key',
    'secret_key_copy',
    'stored_file',
  ],
  accounts: ['deletion', 'left_address', 'member', 'tombstone'],
  brands: ['brand', 'brand_key'],
  campaigns: [
    'campaign',
    'campaign_change',
    'campaign_news',
    'campaign_state_change',
    'campaign_terms',
    'campaign_text',
    'campaign_word',
    'category',
    'enrolment',
  ],
  clicks: [
    'click',
    'click_batch',
    'click_breakdown',
    'click_quarter',
    'click_salt',
    'click_segment',
    'click_utc_day',
    'click_visitor',
    'copied_sub',
    'link_visitor',
    'payable_click',
  ],
  'conversion-claims': ['conversion_claim'],
  conversions: [
    'appeal',
    'campaign_trust',
    'click_pay',
    'click_review',
    'conversion',
    'earning',
    'earning_origin',
    'member_visitor',
    'pending_refund',
    'refund',
    'unlock_notice',
  ],
  economy: ['economy'],
  exchange: ['currency_rate', 'exchange_quote', 'exchange_rate', 'exchange_switch'],
  friends: ['friend_completion', 'friend_invitation'],
  pauses: ['feature_switch'],
  identity: [
    'action_code',
    'action_link',
    'auth_account',
    'auth_session',
    'auth_user',
    'auth_verification',
    'authenticator',
    'device_proof',
    'ended_sign_in',
    'known_device',
    'limit_count',
    'outside_session',
    'outside_token',
    'passkey',
    'passkey_challenge',
    'pending_sign_in',
    'recovery_code',
    'security_event',
    'session_place',
    'session_proof',
    'session_secret',
    'signing_key',
  ],
  leaderboard: [
    'leaderboard_board',
    'leaderboard_bucket',
    'leaderboard_recheck',
    'leaderboard_standing',
    'leaderboard_state',
    'leaderboard_yesterday',
    'season',
    'season_exclusion',
    'season_place',
  ],
  faq: ['faq_order', 'faq_version'],
  legal: ['legal_agreement', 'legal_text', 'legal_version'],
  ledger: [
    'account',
    'account_code',
    'asset',
    'award',
    'entry',
    'hold',
    'ledger_day',
    'ledger_key',
    'lot_use',
    'point_lot',
    'txn',
  ],
  notifications: [
    'announcement',
    'notification',
    'notification_choice',
    'notification_delivery',
    'notification_digest',
    'quiet_hours',
  ],
  alerts: ['alert_told'],
  operators: [
    'audit_change',
    'audit_entry',
    'audit_head',
    'audit_member_key',
    'operator',
    'operator_authenticator',
    'operator_challenge',
    'operator_guess',
    'operator_invitation',
    'operator_key',
    'operator_mail_code',
    'operator_passkey',
    'operator_session',
    'operator_token',
    'pending_act',
  ],
  'payout-runs': ['payout', 'payout_file', 'payout_import', 'payout_import_row', 'payout_line', 'payout_run'],
  points: ['address_award', 'point_boost', 'points_notice', 'reward_count'],
  'product-analytics': ['analytics_event', 'analytics_forward'],
  push: ['push_key', 'push_message', 'push_subscription'],
  redemptions: ['payout_destination', 'payout_stop', 'redemption', 'redemption_event', 'restored_payout'],
  rewards: ['badge', 'check_in', 'member_zone', 'moment', 'streak', 'streak_freeze'],
  shares: ['social_share'],
  site: ['site_banner', 'site_value'],
  shop: [
    'shop_code',
    'shop_code_reveal',
    'shop_interest',
    'shop_item',
    'shop_item_change',
    'shop_order',
    'shop_order_event',
    'shop_pack_month',
  ],
  shortlinks: ['blocked_host', 'link'],
  support: ['support_message', 'support_picture', 'support_request'],
  webhooks: ['webhook_delivery', 'webhook_endpoint', 'webhook_message'],
}

export type Readers = Record<string, { tables: string[]; reason: string }>

/** Which modules may read tables of others in their own queries, and why a call of the owner would not do. */
export const tableReaders: Readers = {
  'server/platform': {
    tables: ['member', 'tombstone'],
    reason:
      'An installation that is older than its keys is known by having members, and a backup says beside itself who has left; the platform imports no module.',
  },
  campaigns: {
    tables: ['award', 'brand', 'brand_key', 'member'],
    reason: 'Lists and searches of campaigns are filtered, sorted and named by brand in one statement.',
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
    tables: ['account', 'brand', 'campaign', 'enrolment', 'entry', 'txn'],
    reason:
      'Reviews are listed by campaign and brand, paid clicks exported by enrolment, and an account’s entries added up by campaign, in one statement each.',
  },
  leaderboard: {
    tables: ['entry', 'friend_completion', 'member', 'txn'],
    reason:
      'Ranks are shown with names in one statement, and what is ranked proven against the ledger, in one statement.',
  },
  notifications: {
    tables: ['campaign', 'enrolment', 'member'],
    reason:
      'Members who asked for a group, or hear of an announcement, are paged by the index of choices, and only those who are active.',
  },
  'operated-brands': {
    tables: ['brand', 'brand_key', 'campaign', 'category', 'link'],
    reason:
      'Brands are listed with how much each has, and campaigns found by title and brand, in one statement each.',
  },
  'operated-economy': {
    tables: ['exchange_quote', 'link', 'member', 'redemption'],
    reason: 'What a pause would stop is counted by the time index of each.',
  },
  'operated-ledger': {
    tables: ['brand', 'campaign', 'conversion', 'earning', 'exchange_rate', 'member', 'refund'],
    reason:
      'Whose an account is and which sale an entry was for is looked up by key, and the rate of each day in one statement.',
  },
  'operated-links': {
    tables: ['brand', 'campaign', 'link', 'member'],
    reason: 'A link is shown with its owner and campaign in one statement.',
  },
  'operated-members': {
    tables: ['enrolment', 'link', 'member_visitor', 'payout_destination', 'redemption'],
    reason:
      'What belongs to one member is listed, and what disabling them touches counted, in one statement each.',
  },
  'operator-search': {
    tables: [
      'audit_entry',
      'brand',
      'campaign',
      'conversion',
      'link',
      'member',
      'redemption',
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
    tables: ['account', 'point_lot', 'txn'],
    reason: 'Lots are paged, and those without a notice found, by the ledger’s indexes.',
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
      'operator',
      'payout',
      'payout_destination',
      'payout_run',
      'payout_stop',
      'redemption',
      'redemption_event',
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
    tables: ['exchange_quote', 'member'],
    reason: 'A redemption is shown with the price it was made at; yearly totals are sorted in one statement.',
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
