/** What a property of an event holds. */
type PropertyKind = 'string' | 'number' | 'boolean'

/**
 * Every event that our pages send: what happened, and what is said of it. Named as the field does, object and action in
 * snake case. Never an amount, an address, a name or a code: what is missing here cannot be sent
 * (docs/analytics-events.md).
 */
export const analyticsEvents = {
  session_start: { about: 'The app started in a tab.', properties: {} },
  sign_up_completed: { about: 'An account was created by password.', properties: {} },
  friend_invitation_complete: { about: 'A new member’s inviter was recorded.', properties: {} },
  campaign_joined: {
    about: 'A member joined a campaign, or applied (`state`).',
    properties: { campaignId: 'string', state: 'string' },
  },
  short_link_created: { about: 'A member made a short link of their own.', properties: {} },
  reward_claimed: {
    about: 'A reward was granted: `daily-check-in`, `monthly-claim`, `holder-prize` or `social-follow`.',
    properties: { reward: 'string' },
  },
  campaign_shared: {
    about: 'A member made the link to share a campaign on a network.',
    properties: { campaignId: 'string', network: 'string' },
  },
  link_copied: {
    about:
      'A link to hand on was copied, alone or in a text: `tracking_link`, `short_link`, `campaign_share` or `friend_invitation`.',
    properties: { link: 'string' },
  },
  doc_rated: {
    about: 'A reader said whether a page of the documentation helped.',
    properties: { page: 'string', isHelpful: 'boolean' },
  },
  order_placed: { about: 'A member bought something in the points shop.', properties: { itemId: 'string' } },
  redemption_requested: { about: 'A member asked for a payout.', properties: {} },
} as const satisfies Record<string, { about: string; properties: Record<string, PropertyKind> }>

interface KindTypes {
  string: string
  number: number
  boolean: boolean
}

export type AnalyticsEvent = keyof typeof analyticsEvents

/** What is said of an event. */
export type EventProperties<E extends AnalyticsEvent> = {
  [
    P in keyof (typeof analyticsEvents)[E]['properties']
  ]: KindTypes[(typeof analyticsEvents)[E]['properties'][P] & PropertyKind]
}
