/**
 * Every failure the API can answer: code → HTTP status and title. The one table; `problem(code)` throws a row,
 * `/docs/api#{code}` explains it. The public sentence (`detail`) may be replaced where it is thrown; where a member can meet
 * it, it comes in the language of who asks (`messages/<language>/problems.json`).
 */
export const problems = {
  // Requests
  malformed_request: [400, 'Malformed request', 'The request could not be read.'],
  validation_failed: [422, 'Some values are not acceptable', 'Check the marked values and try again.'],
  not_found: [404, 'Not found', 'There is nothing at this address.'],
  payload_too_large: [413, 'Too large', 'The request is larger than this endpoint accepts.'],
  unsupported_media_type: [415, 'Unsupported media type', 'Send JSON with Content-Type: application/json.'],
  too_many_requests: [429, 'Too many requests', 'Too many requests. Wait a moment and try again.'],
  conflict: [409, 'Conflict', 'This was changed elsewhere at the same moment. Try again.'],
  idempotency_mismatch: [
    422,
    'Idempotency key reused',
    'This Idempotency-Key was used with another request.',
  ],
  misdirected_request: [
    421,
    'Not a host of this site',
    'This site does not answer under that host. Its operator names further ones in ALLOWED_HOSTS.',
  ],
  cross_origin: [403, 'Cross-origin request refused', 'This request must come from the product itself.'],
  internal_error: [500, 'Internal Server Error', 'Something went wrong on our side. Nothing was changed.'],
  unavailable: [503, 'Unavailable', 'We cannot answer right now. Try again shortly.'],

  // Identity and access
  unauthenticated: [401, 'Sign in first', 'Send a valid access token as the bearer.'],
  access_token_expired: [401, 'Access token expired', 'Refresh the access token and try again.'],
  user_token_expired: [401, 'Session ended', 'Your session has ended. Sign in again.'],
  user_disabled: [
    403,
    'Account disabled',
    'This account has been disabled. Contact support if that is a mistake.',
  ],
  user_deleted: [401, 'Account deleted', 'This account has been deleted.'],
  legal_version_stale: [
    409,
    'Not the version in force',
    'This text has changed since. Read the new version, then agree to it.',
  ],
  email_not_verified: [403, 'E-mail not verified', 'Verify your e-mail address first.'],
  key_scope_missing: [
    403,
    'Key not allowed here',
    'This key is not allowed to do this. Ask the operator for one that is.',
  ],
  brand_key_invalid: [
    401,
    'Not a brand key',
    'This is not a valid brand key. Send the whole key as the bearer, as the operator gave it to you.',
  ],
  brand_key_ended: [
    401,
    'Brand key ended',
    'This key was revoked or has expired. Ask the operator for a new one.',
  ],
  brand_key_mismatch: [
    401,
    'Wrong kind of key',
    'This kind of key does not work here: it opens other calls, or signs them.',
  ],
  brand_suspended: [
    403,
    'Brand suspended',
    'The operator has suspended this brand. Its keys do not work until it is active again.',
  ],
  signature_invalid: [
    401,
    'Wrong signature',
    'The signature does not match this request. Sign method, path and body exactly as you send them.',
  ],
  signature_expired: [
    401,
    'Signature too old',
    'The time stamp of the signature is more than 5 minutes from our time. Sign the request when you send it.',
  ],
  forbidden: [403, 'Not allowed', 'You may not do this.'],
  invalid_credential: [401, 'Wrong e-mail or password', 'The e-mail address or the password is not right.'],
  email_already_in_use: [
    409,
    'E-mail already in use',
    'There is already an account with this e-mail address.',
  ],
  requires_recent_login: [
    403,
    'Sign in again',
    'This needs a recent sign-in. Enter your password again to continue.',
  ],
  password_required: [
    403,
    'Enter the password',
    'This browser is not signed in to the account of this link. Enter its password to continue.',
  ],
  second_step_required: [
    403,
    'One more step',
    'This account has a second factor. Use a passkey, a code from your authenticator app or a recovery code.',
  ],
  sign_in_expired: [
    400,
    'Sign-in expired',
    'This sign-in took too long or had too many wrong codes. Sign in again.',
  ],
  requires_second_factor: [
    403,
    'Second factor needed',
    'Use a passkey, a code from your authenticator app or a recovery code to continue.',
  ],
  second_factor_missing: [403, 'No second factor', 'Add a second factor to your account first.'],
  authenticator_exists: [
    409,
    'Already added',
    'This account has an authenticator app. Remove it before you add another.',
  ],
  invalid_passkey: [400, 'Passkey not accepted', 'This passkey was not accepted. Try again.'],
  passkey_exists: [409, 'Already added', 'This passkey already belongs to an account.'],
  too_many_passkeys: [409, 'Too many passkeys', 'An account has at most 10 passkeys. Remove one first.'],
  authenticator_missing: [409, 'Nothing to confirm', 'This set-up has expired. Start again.'],
  authenticator_lost: [
    409,
    'Codes cannot be checked',
    'We can no longer check codes of this authenticator app. Use a recovery code or a passkey, or contact support.',
  ],
  captcha_required: [403, 'Are you a person?', 'Confirm that you are a person, then send this again.'],
  invalid_email: [422, 'Invalid e-mail address', 'Enter a valid e-mail address.'],
  sign_up_paused: [
    409,
    'Sign-up paused',
    'New accounts cannot be created right now. Nothing was saved. Try again later.',
  ],
  weak_password: [422, 'Password too weak', 'Choose a password that meets every rule.'],
  invalid_action_code: [
    400,
    'Link not valid',
    'This link is not valid or was already used. Ask for a new one.',
  ],
  expired_action_code: [400, 'Link expired', 'This link has expired. Ask for a new one.'],
  invalid_verification_code: [400, 'Wrong code', 'That code is not right. Check the newest e-mail.'],
  email_already_verified: [409, 'Already verified', 'This e-mail address is already verified.'],

  // Profile
  field_read_only: [422, 'Field cannot be changed', 'One of these fields cannot be changed here.'],
  image_unreadable: [
    422,
    'Not an image we can read',
    'This file is damaged, or it is not the image its type says. Send another JPEG, PNG or WebP image.',
  ],
  image_too_large: [
    422,
    'Image too large',
    'This image has more than 50 million pixels. Send a smaller one.',
  ],

  // Account deletion
  deletion_blocked: [
    409,
    'Not yet',
    'Something is still under way. You can delete your account once it is done.',
  ],

  // Rewards
  already_granted: [409, 'Already granted', 'You already have this reward.'],
  reward_too_soon: [409, 'Not yet', 'It is too soon for this reward.'],
  reward_not_eligible: [422, 'Not eligible yet', 'Something is missing before you can have this reward.'],
  reward_platform_unknown: [422, 'Unknown platform', 'You cannot follow us on this platform here.'],
  reward_network_unknown: [422, 'Unknown network', 'You cannot share to this network here.'],
  reward_campaign_unknown: [404, 'Unknown campaign', 'This campaign does not exist.'],
  reward_inviter_unknown: [404, 'Unknown inviter', 'No member has this invitation.'],

  // Ledger
  insufficient_funds: [409, 'Not enough', 'There is not enough in the account.'],

  // Exchange
  exchange_paused: [
    409,
    'Exchange paused',
    'The exchange is paused right now. Your crels stay where they are. Try again later.',
  ],
  redemption_paused: [
    409,
    'Redemptions paused',
    'Payouts cannot be requested right now. Your crels stay where they are. Try again later.',
  ],
  quote_expired: [409, 'Quote expired', 'This price has expired. Get a new one.'],
  quote_void: [409, 'Quote void', 'This price is no longer valid. Get a new one.'],
  quote_used: [409, 'Quote used', 'This price has already been used.'],
  amount_too_small: [422, 'Too little', 'After the fee nothing would be left. Enter more crels.'],
  amount_too_large: [422, 'Too much', 'This is more than you can exchange at once.'],

  // Redemptions
  below_minimum: [422, 'Below the minimum', 'This is less than the minimum payout.'],
  profile_incomplete: [
    422,
    'Profile incomplete',
    'Complete your profile first: we need to know who we are paying.',
  ],
  too_young: [
    422,
    'Too young',
    'You are not old enough to be paid dollars here. What you earn stays yours until you are.',
  ],
  country_blocked: [
    422,
    'Country not paid',
    'Nothing can be paid to the country you live in. Your crels stay yours.',
  ],
  tax_profile_required: [
    422,
    'Tax form needed',
    'With this payout you reach the yearly amount at which we need a tax form from you. Fill it in first.',
  ],
  debt_open: [
    409,
    'Something is owed',
    'Crels were taken back after you cashed them out or set them aside, for example because a sale was refunded. Your next earnings, or crels back from a redemption, pay for that first.',
  ],
  not_screened: [
    409,
    'Not screened yet',
    'The sanctions lists have not been checked yet with this member’s current details. They are checked every minute: try again soon.',
  ],
  sanctions_match: [
    409,
    'A sanctions list has a match',
    'A sanctions list names someone like this member. Look at the match first: clear it, or do not pay the redemption.',
  ],
  payouts_paused: [
    409,
    'Payouts paused',
    'Nothing is paid out right now. What is approved waits, and continues when payouts resume.',
  ],
  payouts_frozen: [
    409,
    'Payouts frozen',
    'Your password, e-mail address or second factor changed recently. To keep your crels safe, nothing is paid out for now.',
  ],
  payouts_stopped: [
    409,
    'Payouts stopped',
    'We are looking at your account, and nothing is paid out for now. Write to us if you have a question.',
  ],
  destination_frozen: [
    409,
    'Not usable yet',
    'This destination is new. To keep your crels safe, nothing is paid to it for now.',
  ],
  destination_in_use: [
    409,
    'In use',
    'A redemption is on its way there. You can remove it once that has arrived.',
  ],
  too_many_webhooks: [409, 'Too many endpoints', 'Remove an endpoint before you add another.'],
  webhook_disabled: [409, 'Switched off', 'This endpoint is switched off. Switch it on first.'],
  too_many_destinations: [409, 'Too many destinations', 'Remove a destination before you add another.'],
  not_cancellable: [409, 'Too late to cancel', 'This redemption can no longer be cancelled.'],
  cancel_limit: [409, 'Cancelled too often', 'You have reached the limit of cancellations for now.'],

  // Shop
  item_not_available: [409, 'Not on sale', 'This is not on sale now. Nothing was charged.'],
  sold_out: [409, 'Sold out', 'There are not that many left. Nothing was charged.'],
  price_changed: [
    409,
    'Price changed',
    'The price has just changed. Nothing was charged. Check it and try again.',
  ],
  purchase_limit: [409, 'Limit reached', 'You have bought as many as one member can. Nothing was charged.'],
  freezes_full: [409, 'Freezes full', 'You already have the maximum number of bought freezes.'],
  boost_active: [409, 'Boost running', 'Your boost is still running. Buy another one when it has ended.'],
  pack_limit: [409, 'No more crels', 'You cannot buy that many crels at the moment. Nothing was charged.'],
  order_not_cancellable: [
    409,
    'Too late to cancel',
    'This order was fulfilled, so it can no longer be cancelled.',
  ],
  item_on_sale: [409, 'On sale', 'This is on sale now: there is nothing to wait for.'],
  codes_gone: [409, 'No codes', 'This order has no codes to show.'],

  // Campaigns and enrolments
  campaign_not_open: [409, 'Campaign not open', 'This campaign is not open to new members right now.'],
  campaign_full: [409, 'Campaign full', 'Every place in this campaign is taken.'],
  requirements_not_met: [422, 'Requirements not met', 'Something is missing before you can join.'],
  application_declined: [
    409,
    'Application declined',
    'Your application was declined. You can apply again later.',
  ],
  terms_changed: [
    409,
    'Terms changed',
    'The terms changed while you were reading. Read them again, then join.',
  ],
  not_enrolled: [404, 'Not joined', 'You are not in this campaign.'],

  // Short links
  code_taken: [409, 'Code taken', 'This code is taken. Choose another one.'],
  link_creation_paused: [
    409,
    'Link creation paused',
    'New links cannot be created right now. Your existing links keep working. Try again later.',
  ],
  too_many_links: [
    409,
    'Too many links',
    'You have reached today’s limit of new links. Create more tomorrow.',
  ],
  csv_unreadable: [422, 'File not readable', 'We cannot read this file as a list of links.'],
  link_banned: [
    409,
    'Link turned off',
    'This link broke our rules and was turned off. It cannot be changed.',
  ],
  link_of_campaign: [
    409,
    'Link of a campaign',
    'This link belongs to a campaign. Turn it off, or leave the campaign.',
  ],

  // Conversions
  event_mismatch: [409, 'Event id reused', 'This event id was already reported with other values.'],
  currency_rate_missing: [
    422,
    'No rate for this currency',
    'We have no rate for this currency on that day. Report the amount in USD, or send it again later.',
  ],
  claim_exists: [409, 'Claimed already', 'You have already claimed this order.'],
  claim_limit: [
    409,
    'Too many claims open',
    'Ten of your claims are waiting for an answer. You can send another once one of them is answered.',
  ],
  claim_answered: [409, 'Answered already', 'This claim has already been answered differently.'],
  claim_not_payable: [409, 'Not payable', 'By the rules of the campaign this conversion would earn nothing.'],
  refund_exceeds_sale: [422, 'Refund too large', 'The refunds would be more than the sale.'],
  not_refundable: [409, 'Nothing to refund', 'This conversion has nothing left to refund.'],

  // Support
  support_request_closed: [
    409,
    'Request closed',
    'This request is closed. Write a new one and name its reference.',
  ],
  support_picture_gone: [422, 'Picture gone', 'A picture was uploaded too long ago. Send it again.'],
} as const satisfies Record<string, readonly [status: number, title: string, detail: string]>

export type ProblemCode = keyof typeof problems

/** RFC 9457 problem details, the one shape of every error. */
export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail: string
  code: ProblemCode
  requestId: string
  /** Present on `validation_failed`: where in the request, and zod's issue code. */
  issues?: { path: string; code: string; message: string }[]
  [member: string]: unknown
}
