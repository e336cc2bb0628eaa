import { m } from '#messages'

/** A string that the specification fixes: its section, its text, and a text of ours or a file that says it. */
export interface FixedString {
  section: number
  text: string
  said: (() => string) | { file: string }
}

const source = (section: number, text: string, file: string): FixedString => ({
  section,
  text,
  said: { file },
})
const message = (section: number, text: string, said: () => string): FixedString => ({ section, text, said })

/** What the specification writes out, copied letter by letter. In English it is said so; the other languages translate what people read. */
export const fixedStrings: FixedString[] = [
  message(2, 'Page not found: {path}', () => m.layout_not_found_detail({ path: '{path}' })),
  message(2, 'Page Not Found', m.pages_not_found),
  message(2, 'Internal Server Error', m.pages_server_error),
  message(5, 'Full Name', m.profile_item_full_name),
  message(5, 'Email Address', m.profile_item_email),
  message(5, 'Display Name', m.profile_item_display_name),
  message(5, 'Date of Birth', m.profile_item_birthday),
  message(5, 'Gender', m.profile_item_gender),
  message(5, 'Country of Residence', m.profile_item_country),
  message(5, 'Industries (at least one)', m.profile_item_industries),
  message(5, 'Channels (at least one)', m.profile_item_channels),
  source(6, 'Failed to get authentication token', 'web/platform/bearer.ts'),
  source(7, 'User document not found after retries', 'web/platform/fetch-user-document.ts'),
  source(8, 'Internal Server Error', 'contracts/errors.ts'),
  source(8, 'Invalid data received', 'web/features/exchange/rate.ts'),
  source(8, 'Invalid data received', 'web/features/exchange/shared/queries.ts'),
  source(4, 'friend_invitation_complete', 'web/platform/invitation/complete-invitation.ts'),
  source(9, 'session_start', 'web/platform/product-analytics/start.ts'),
]

/** The labels of a complete profile, in the order of the specification's table (section 5). */
export const fixedLabels = {
  fullName: 'Full Name',
  email: 'Email Address',
  displayName: 'Display Name',
  birthday: 'Date of Birth',
  gender: 'Gender',
  countryOfResidence: 'Country of Residence',
  industries: 'Industries (at least one)',
  channels: 'Channels (at least one)',
}

/** The documentation pages (section 2). */
export const fixedDocPages = [
  '/docs/release',
  '/docs/get-started',
  '/docs/get-started/dashboard',
  '/docs/get-started/create-account',
  '/docs/get-started/understand-crels',
  '/docs/monetization',
  '/docs/monetization/tracking-link',
  '/docs/monetization/find-campaigns',
  '/docs/monetization/redeem-earnings',
  '/docs/monetization/campaign-earnings',
]
