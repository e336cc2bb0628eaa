import { expect, test } from 'vitest'
import { asOwner, call } from './account-deletion.fixture.ts'
import { createPerson, letEarn, type Person } from './person-to-leave.fixture.ts'
import { csvRows, download, unzip } from './member-exports.fixture.ts'
import { app, openApp } from './modules/conversions/conversions.fixture.ts'
import { createMember } from '#testing/members.ts'

openApp()

/** Tables that are in no export, and why. A table that is in no export and not here is one that was forgotten. */
const notExported: Record<string, string> = {
  account_code: 'the chart of accounts: of no member',
  asset: 'of no member',
  brand: 'the brand’s',
  legal_version: 'the operator’s; the version that was agreed to is with the agreement',
  legal_text: 'the operator’s',
  faq_order: 'the operator’s',
  faq_version: 'the operator’s',
  site_banner: 'the operator’s',
  site_value: 'the operator’s',
  brand_key: 'the brand’s',
  campaign: 'the brand’s',
  campaign_terms: 'the brand’s; the version that was agreed to is with the enrolment',
  campaign_text: 'words of the brands’ campaigns',
  brand_state_change: 'the brand’s',
  campaign_state_change: 'the brand’s',
  enrolment_state_change: 'when `campaigns` came to its states, by which late reports of sales are judged',
  former_click_reward:
    'what a click was paid before `campaigns` says what it is; what each hour was paid is in `paid-clicks`',
  member_state_change: 'when the account was disabled and enabled, which `security-events` says',
  campaign_change: 'the brand’s; its author is the operator',
  campaign_trust: 'counts of everybody together',
  campaign_news: 'until when a mail told of new campaigns',
  campaign_word: 'words of the brands’ campaigns',
  payable_click: 'other people’s visits; how many were paid, and which were not, is in `paid-clicks`',
  category: 'of no member',
  clock_offset: 'of no member',
  economy: 'the operator’s',
  leaderboard_board: 'of no member',
  leaderboard_bucket: 'counts of everybody together',
  leaderboard_recheck: 'who was banned or leaves, for a quarter of a second',
  leaderboard_state: 'of no member',
  leaderboard_yesterday: 'ranks of a day, which `leaderboard` says as they are now',
  season: 'the operator’s',
  currency_rate: 'the operator’s',
  blocked_host: 'the operator’s',
  exchange_rate: 'the operator’s',
  pending_refund: 'of an event that nobody reported yet, so it is of no member',
  exchange_switch: 'the operator’s',
  feature_switch: 'the operator’s',
  insight_campaign_day: 'counts of everybody together',
  insight_campaign_month: 'counts of everybody together',
  insight_campaign_quarter: 'counts of everybody together',
  insight_count: 'of no member',
  insight_day: 'counts of everybody together',
  insight_quarter: 'counts of everybody together',
  member_milestone: 'which of five things a member has done, of which all else in the export says when',
  ledger_day: 'sums over all accounts: of no member',
  click: 'other people’s visits; what a member is shown of them is in click_quarter and click_breakdown',
  click_salt: 'of no member',
  click_visitor: 'other people’s visits, hashes of a day',
  link_visitor: 'other people’s visits; how many came by a share is in social_share',
  click_batch: 'of no member',
  click_segment: 'of no member',
  copied_sub: 'where the sub-ids of `clicks-by-origin` are',
  click_utc_day: '`clicks-by-quarter` added up, for the figures',
  address_award: 'keyed hashes, by which an address has a once-only award once',
  deletion: 'of members who have left',
  tombstone: 'of members who have left',
  points_notice: 'until when a mail told of points that expire',
  unlock_notice: 'which crels that became available no notification said yet',
  address_trouble: 'addresses that take no mail; the member sees it with their choices',
  operator: 'the operator’s',
  alert_told: 'of no member',
  pending_act:
    'the operators’; what was proposed about a member, and by whom decided, is in `acts-of-operators`',
  operator_session: 'the operator’s',
  operator_token: 'the operator’s',
  operator_passkey: 'the operator’s',
  operator_authenticator: 'the operator’s',
  operator_challenge: 'the operator’s',
  operator_mail_code: 'the operator’s',
  operator_invitation: 'the operator’s',
  operator_key: 'the operator’s',
  operator_view: 'the operator’s',
  operator_export: 'which lists an operator asked a file of',
  operator_export_part: 'lines of other tables, for a day',
  demo_run: 'the operator’s',
  operator_guess: 'how often something was tried at the console’s sign-in, by keyed hash, for a day',
  audit_change: 'settings before and after',
  audit_head: 'of no member',
  announcement: 'what the operator said; who heard of it is in their notifications',
  notification_digest: 'on which date the last daily mail was sent',
  notification_hold: 'which of `notifications` wait for the end of an upgrade, for minutes',
  earning_origin: 'which links and places brought what `paid-clicks` says, for the figures',
  left_address: 'of members who have left, a keyed hash',
  dev_mail: 'the mailbox of development, which holds no person’s mail in production',
  idempotency_key: 'copies of answers, for a week',
  shop_item: 'the operator’s',
  shop_item_change: 'the operator’s',
  shop_pack_month: 'counts of everybody together',
  payout_run: 'the operator’s; the redemptions in it are the member’s',
  payout: 'of a run; the redemption and what became of it are in `redemptions`',
  payout_file: 'the operator’s',
  payout_line: 'of a run; the redemption is in `redemptions`',
  payout_import: 'the operator’s',
  payout_import_row: 'of a report, by the reference of a payment, without a name; refused rows for 30 days',
  ledger_key: 'keys of posts and holds, for exactly once: the statement names those of the member’s',
  lot_use: 'which lot an entry used: the remaining points of lots say it',
  production_use: 'of no member',
  request_count: 'hashes, for a minute',
  running_process: 'of no member',
  backup_run: 'of no member',
  restoration: 'of no member',
  shop_code_import: 'the operator’s: codes to sell',
  shop_code_import_part: 'the operator’s: codes to sell',
  shop_code_import_line: 'the operator’s: codes to sell',
  sanctions_screening: 'a duty of the operator, of which a member may in many places not be told',
  payout_mismatch: 'what a provider says of payments that are in `redemptions`, for an operator to settle',
  restored_payout: 'which redemptions an operator has to look at; they are in `redemptions`',
  schema_migration: 'of no member',
  schema_function: 'no one’s',
  analytics_forward: 'which events another service still gets; they are in `analytics-events`',
  push_key: 'the installation’s',
  push_message: 'what a browser is about to show, for a day at most; it is in `notifications`',
  webhook_endpoint: 'the brand’s',
  webhook_message: 'what a brand was told, which names no member and has no words about one',
  webhook_delivery: 'how that went',
  'identity.action_code': 'codes that are under way, keyed hashes',
  'identity.auth_verification': 'secrets of sign-ins that are under way, for minutes',
  'identity.device_proof': 'by which browser somebody is known, a hash and a time',
  'identity.limit_count': 'how many guesses and mails an address had, by keyed hash, for a day',
  'identity.outside_token': 'hashes of access tokens, until they expire',
  'identity.ended_sign_in':
    'when sign-ins at Firebase were that have ended here, until their tokens would be too old',
  'identity.session_secret': 'hashes of a session’s older secrets',
  'identity.signing_key': 'the site’s',
  secret_key: 'the site’s',
  secret_key_copy: 'the site’s',
}

test('every table is in the export, or is said why it is not', async () => {
  const tables = await asOwner<{ name: string }>(`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      -- The queue's own: mails and wishes are sealed, and gone when they are done.
      and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss') order by 1`)
  const exported = new Set(app.exports.flatMap(({ tables: of }) => of))
  const names = tables.map(({ name }) => name)
  const forgotten = names.filter((name) => !exported.has(name) && !(name in notExported))
  expect(
    forgotten,
    'add it to the module’s MemberExport, or say here why nobody gets anything of it',
  ).toEqual([])
  expect([...exported].filter((name) => !names.includes(name) || name in notExported)).toEqual([])
  expect(Object.keys(notExported).filter((name) => !names.includes(name))).toEqual([])
})

test('contains what was typed, what was earned and the sessions, as JSON and as CSV alike', async () => {
  const person = await createPerson()
  const at = await letEarn(person)
  const files = await download(person)
  const list = (name: string) => {
    const rows = JSON.parse(files.get(`${name}.json`)!) as Record<string, unknown>[]
    const text = (value: unknown) => (value === null ? '' : String(value as string | number))
    const cells = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, of]) => [key, text(of)])),
    )
    const unquoted = csvRows(files.get(`${name}.csv`)!).map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, of]) => [key, of.replace(/^'(?=[=+\-@])/, '')])),
    )
    expect(unquoted, name).toEqual(cells)
    return rows
  }
  expect(JSON.parse(files.get('profile.json')!)).toMatchObject({
    uid: person.uid,
    party: person.party,
    shortId: person.shortId,
    email: person.email,
    fullName: expect.stringContaining('Quillfeather'),
    channels: [{ platform: 'youtube' }],
  })
  expect(JSON.parse(files.get('account.json')!)).toMatchObject({ email: person.email, emailVerified: true })
  expect(files.get('photo.webp')!.slice(0, 4)).toBe('RIFF')
  expect(list('sign-in-methods')).toMatchObject([{ provider: 'password', accountThere: null }])
  expect(list('sessions')).toHaveLength(1)
  expect(list('known-devices').length).toBeGreaterThan(0)
  expect(list('security-events')).toMatchObject([{ kind: 'email_changed' }])
  expect(list('mailed-links').map(({ purpose }) => purpose)).toContain('recover_email')
  expect(list('campaigns')).toMatchObject([
    { id: expect.stringMatching(/^enr_/), state: 'active', termsVersion: 1 },
  ])
  expect(list('links')).toMatchObject([
    { kind: 'share', state: 'active' },
    { url: `${app.config.publicOrigin}/s/${at.code}`, kind: 'tracking', state: 'active' },
  ])
  expect(list('shares')).toMatchObject([{ network: 'x', state: 'waiting' }])
  await app.clicks.flush()
  expect(list('clicks-by-quarter').reduce((sum, { clicks }) => sum + Number(clicks), 0)).toBeGreaterThan(0)
  expect(
    list('earnings')
      .map(({ state }) => state)
      .sort(),
  ).toEqual(['available', 'pending', 'reversed', 'under_review'])
  expect(list('refunds')).toMatchObject([{ whole: true }])
  expect(JSON.parse(files.get('balances.json')!)).toMatchObject({ pending: 84, reserved: 3, points: 115 })
  const wallet = (await call(person, 'GET', '/api/v1/wallet/statement?limit=100')).json().items
  expect(list('statement').filter(({ account }) => account === 'available')).toMatchObject(
    wallet.map(({ transactionId, at: when, crels }: Record<string, unknown>) => ({
      transactionId,
      at: when,
      amount: crels,
    })),
  )
  expect(list('holds')).toMatchObject([{ amount: 3 }])
  expect(list('points-lots').reduce((sum, { remaining }) => sum + Number(remaining), 0)).toBe(115)
  expect(list('rewards').length).toBeGreaterThan(0)
  list('days-seen')
  expect(list('payout-destinations')).toMatchObject([
    { kind: 'paypal', details: expect.stringMatching(/^email: ada@/) },
    { kind: 'manual', details: expect.stringMatching(/^instructions: Cash/) },
  ])
  expect(list('redemptions')).toMatchObject([{ state: 'paid', crels: 250 }])
  expect(list('redemption-steps').map(({ state }) => state)).toEqual([
    'requested',
    'approved',
    'sending',
    'paid',
  ])
  expect(list('orders')).toMatchObject([
    { state: 'placed', points: 100, address: expect.stringContaining('Quillfeather') },
    { state: 'fulfilled', points: 100, address: null },
  ])
  expect(list('order-codes')).toMatchObject([{ code: expect.stringMatching(/^CODE-Quill/) }])
  expect(list('awaited-items')).toHaveLength(1)
  const readme = files.get('README.txt')!
  for (const name of files.keys()) if (name !== 'README.txt') expect(readme).toContain(name)
  expect(readme).toContain(person.email)
})

test('contains no secret, and nothing of another member', async () => {
  const [person, other] = [await createPerson(), await createPerson()]
  await letEarn(person)
  await letEarn(other)
  const text = [...(await download(person)).values()].join('\n').toLowerCase()
  const secrets = await secretsOf(person)
  expect(secrets.length).toBeGreaterThan(8)
  expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([])
  expect([...other.traces, other.email].filter((trace) => text.includes(trace))).toEqual([])
})

test('text that a spreadsheet would run stays text', async () => {
  const member = await createMember(app)
  const campaign = await asOwner<{ id: string }>(`select id from campaign limit 1`)
  const message = '=HYPERLINK("https://a.example","Click")\n+1'
  await call(member, 'POST', `/api/v1/campaigns/${campaign[0]!.id}/enrolment`)
  await asOwner(`update enrolment set message = $2 where uid = $1`, [member.uid, message])
  const files = await download(member)
  expect(JSON.parse(files.get('campaigns.json')!)[0].message).toBe(message)
  expect(csvRows(files.get('campaigns.csv')!)[0]!.message).toBe(`'${message.replace('\n+', "\n'+")}`)
})

test('refuses another member, a request without a bearer, and an old sign-in', async () => {
  const [member, other] = [await createMember(app), await createMember(app)]
  const url = `/api/v1/users/${member.uid}/export`
  expect((await app.server.inject({ url })).statusCode).toBe(401)
  expect((await call(other, 'GET', url)).json()).toMatchObject({ status: 403, code: 'forbidden' })
  const unverified = await createMember(app, { verified: false })
  const refused = await call(unverified, 'GET', `/api/v1/users/${unverified.uid}/export`)
  expect(refused.json().code).toBe('email_not_verified')
  await asOwner(
    `update identity.auth_session set created_at = now() - interval '11 minutes' where user_id = $1`,
    [member.uid],
  )
  expect((await call(member, 'GET', url)).json()).toMatchObject({
    status: 403,
    code: 'requires_recent_login',
  })
  await call(member, 'POST', '/identity/reauthenticate', { password: member.password })
  const response = await call(member, 'GET', url)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="crels-\d{4}-\d\d-\d\d\.zip"$/),
  })
  expect(unzip(response.rawPayload).has('photo.webp')).toBe(false)
})

test('a store of files that is away is said before anything is sent', async () => {
  const person = await createPerson()
  const { read } = app.files
  app.files.read = async () => {
    throw new Error('away')
  }
  try {
    expect((await call(person, 'GET', `/api/v1/users/${person.uid}/export`)).statusCode).toBe(500)
  } finally {
    app.files.read = read
  }
})

/** Hashes, tokens and ciphers that are kept of a person, however they could be written. */
async function secretsOf({ uid }: Person): Promise<string[]> {
  const rows = await asOwner<{ secret: Buffer | string | null }>(
    `select convert_to(token, 'UTF8') as secret from identity.auth_session where user_id = $1
     union all select convert_to(password, 'UTF8') from identity.auth_account where user_id = $1
     union all select token_hash from identity.action_link where uid = $1
     union all select code_hash from identity.action_code where uid = $1
     union all select email_hash from identity.action_code where uid = $1
     union all select device_hash from identity.known_device where uid = $1
     union all select convert_to(secret_sealed, 'UTF8') from identity.authenticator where uid = $1
     union all select convert_to(code_hash, 'UTF8') from identity.recovery_code where uid = $1
     union all select token_hash from identity.pending_sign_in where uid = $1
     union all select public_key from identity.passkey where uid = $1
     union all select challenge_hash from identity.passkey_challenge where uid = $1
     union all select visitor from member_visitor where uid = $1
     union all select address from member_visitor where uid = $1 and address is not null
     union all select c.visitor from click c join link l on l.id = c.link_id where l.owner_uid = $1
     union all select convert_to(c.id, 'UTF8') from click c join link l on l.id = c.link_id where l.owner_uid = $1`,
    [uid],
  )
  return rows.flatMap(({ secret }) => {
    const bytes = Buffer.from(secret!)
    return [bytes.toString('utf8'), bytes.toString('hex'), bytes.toString('base64')].filter(
      (text) => text.length > 12,
    )
  })
}
