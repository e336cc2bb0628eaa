-- Rewards: what they are worth, the daily check-in, badges, friends who were invited and campaigns that are shared.

-- What rewards are worth and how often they may be had, with the whole history: a change adds a version. Without one,
-- rules/economy.ts says what everything is.
create table economy (
  version  integer primary key check (version > 0),
  -- As json, which keeps the order of what was written.
  settings json not null check (json_typeof(settings) = 'object'),
  author   text not null check (author <> ''),
  reason   text not null check (reason <> ''),
  -- Domain time.
  set_at   timestamptz not null default crels_now()
);
comment on table economy is 'Settings of the economy; the highest version is in force.';

-- Until when a mail has said to a member that points expire: one mail a batch of lots.
create table points_notice (
  party      text primary key,
  notified_until timestamptz not null
);
comment on column points_notice.notified_until is 'Lots that expire before were in a mail, or their member wants none.';

-- ── Limits ─────────────────────────────────────────────────────────────────────────────────────────────────

-- How many were paid in a period that has a limit: the row is locked as it is counted.
create table reward_count (
  party text not null,
  program text not null,
  period  text not null,
  paid    integer not null check (paid > 0),
  primary key (party, program, period)
);
comment on table reward_count is 'Paid rewards of a member in a month or a day, where only so many are.';

-- Once-only awards are once per address as well, however it is written.
create table address_award (
  program      text not null,
  period       text not null,
  address_hash bytea not null check (length(address_hash) = 32),
  uid          text not null,
  primary key (program, period, address_hash)
);
comment on column address_award.address_hash is 'As left_address.address_hash, which is what stays when the member leaves.';
create index address_award_of_member on address_award (uid);

-- ── Check-in ───────────────────────────────────────────────────────────────────────────────────────────────

-- Where a member's days begin, which they took, and what covered those they missed. Everything is the member's under the
-- ledger's name for them, and goes when they leave; the points stay in the books.
create table streak (
  party          text primary key,
  -- At the last check-in.
  days           integer not null default 0 check (days >= 0),
  longest        integer not null default 0 check (longest >= days),
  last_date      date,
  last_at        timestamptz,
  bought_freezes integer not null default 0 check (bought_freezes >= 0),
  check ((last_date is null) = (last_at is null)),
  check ((last_date is null) = (days = 0))
);
comment on table streak is 'Consecutive dates on which a member checked in.';

create table check_in (
  party        text not null,
  -- Where the member was.
  date         date not null,
  at           timestamptz not null,
  zone         text not null,
  -- The streak with it.
  days         integer not null check (days > 0),
  points       integer not null check (points > 0),
  bonus_points integer not null check (bonus_points >= 0),
  txn_id       text not null,
  primary key (party, date),
  unique (txn_id, party),
  foreign key (txn_id, party) references txn (id, party)
);
comment on table check_in is 'A date that was taken; the key makes it once.';

create table streak_freeze (
  party text not null,
  -- The missed date.
  date    date not null,
  kind    text not null check (kind in ('monthly', 'bought')),
  used_at timestamptz not null,
  primary key (party, date)
);

-- The zones of a member, each until the next begins; the first begins with the epoch.
create table member_zone (
  party     text not null,
  starts_at timestamptz not null,
  zone      text not null,
  -- When it was asked for; null for the first, which is no change.
  asked_at  timestamptz,
  primary key (party, starts_at)
);

-- ── Badges ─────────────────────────────────────────────────────────────────────────────────────────────────

-- What a member has earned once and keeps, whatever comes after.
create table badge (
  party     text not null,
  badge     text not null check (badge ~ '^[a-z_0-9]{1,40}$'),
  earned_at timestamptz(3) not null,
  primary key (party, badge)
);
comment on table badge is 'The key makes it once. Under the ledger''s name of the member; goes when they leave.';

-- ── Friends ────────────────────────────────────────────────────────────────────────────────────────────────

-- Who was invited by whom: one row a friend, forever. The two are paid together, once.
create table friend_invitation (
  friend_uid      text primary key,
  friend_party  text not null unique,
  inviter_uid     text not null check (inviter_uid <> friend_uid),
  inviter_party text not null check (inviter_party <> friend_party),
  state           text not null default 'waiting' check (state in ('waiting', 'under_review', 'paid', 'refused', 'ended')),
  reason          text check (reason ~ '^[a-z_]{1,60}$'),
  is_released     boolean not null default false,
  accepted_at     timestamptz(3) not null,
  decided_at      timestamptz(3),
  look_again_at   timestamptz(3),
  inviter_points  integer check (inviter_points >= 0),
  friend_points   integer check (friend_points >= 0),
  under_review_at timestamptz(3),
  check ((state in ('paid', 'refused', 'ended')) = (decided_at is not null)),
  check ((state = 'paid') = (inviter_points is not null and friend_points is not null)),
  check ((state = 'waiting') = (look_again_at is not null)),
  check (state not in ('under_review', 'refused', 'ended') or reason is not null)
);
comment on table friend_invitation is 'A member and who invited them. A deleted member stays as a party without a name.';
comment on column friend_invitation.reason is 'Why it is under review, was refused or has ended; of a waiting one, that the inviter''s month is full.';
comment on column friend_invitation.is_released is 'A person accepted it under review.';
comment on column friend_invitation.look_again_at is 'When the job looks at it unasked; a check-in or a change of the profile looks at once.';
comment on column friend_invitation.under_review_at is 'When a person was last asked to look at it; kept after the decision.';
create index friend_invitation_of_inviter on friend_invitation (inviter_uid, accepted_at desc, friend_party desc);
create index friend_invitation_due on friend_invitation (look_again_at) where state = 'waiting';
create index friend_invitation_under_review on friend_invitation (accepted_at) where state = 'under_review';

-- ── Shares ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Campaigns that members share to networks, each by a link of its own, paid when others come by it.
create table social_share (
  link_id       text primary key,
  uid           text not null,
  party         text not null,
  campaign_id   text not null,
  network       text not null check (network ~ '^[a-z0-9-]{1,40}$'),
  day           date not null,
  state         text not null default 'waiting' check (state in ('waiting', 'paid', 'ended')),
  reason        text check (reason ~ '^[a-z_]{1,60}$'),
  shared_at     timestamptz(3) not null,
  closes_at     timestamptz(3) not null,
  look_again_at timestamptz(3),
  decided_at    timestamptz(3),
  clicks        integer check (clicks >= 0),
  points        integer check (points >= 0),
  -- A share whose visitors look alike is decided by an operator, once (decision 049).
  review_state    text check (review_state in ('under_review', 'accepted', 'rejected')),
  review_reason   text check (review_reason ~ '^[a-z_]{1,60}$'),
  review_visitors integer check (review_visitors > 0),
  review_began_at timestamptz(3),
  reviewed_at     timestamptz(3),
  reviewed_by     text,
  unique (uid, campaign_id, network, day),
  check ((state = 'waiting') = (look_again_at is not null)),
  check ((state <> 'waiting') = (decided_at is not null)),
  check ((state <> 'waiting') = (clicks is not null)),
  check ((state = 'paid') = (points is not null)),
  check (state <> 'ended' or reason is not null),
  constraint social_share_review check (
    (review_state is null) = (review_reason is null) and (review_state is null) = (review_visitors is null)
    and (review_state is null) = (review_began_at is null)
    and coalesce(review_state in ('accepted', 'rejected'), false) = (reviewed_at is not null)
    and (reviewed_at is null) = (reviewed_by is null)
    and (review_state is distinct from 'under_review' or state = 'waiting'))
);
comment on table social_share is 'A member shared a campaign to a network on a day (UTC): one row and one link for the four.';
comment on column social_share.reason is 'Why it has ended unpaid; of a waiting one, that as many as a day pays were paid today, what it is under review for, or that its review was rejected.';
comment on column social_share.closes_at is 'Until when visitors are counted.';
comment on column social_share.look_again_at is 'When the job looks at it unasked; a new visitor brings it sooner.';
comment on column social_share.clicks is 'Visitors who counted when it was decided.';
comment on column social_share.review_visitors is 'Visitors of an address, network or data centre beyond those that count, when it was last looked at under review.';
create index social_share_of_member on social_share (uid, shared_at desc, link_id desc);
create index social_share_due on social_share (look_again_at) where state = 'waiting';
create index social_share_reviews on social_share (review_began_at, link_id) where review_state = 'under_review';

-- ── Guards and badges ──────────────────────────────────────────────────────────────────────────────────────

\ir functions/rewards.sql

create trigger social_share_reviewed_once before update on social_share for each row
  when (old.review_state in ('accepted', 'rejected')
    and (new.review_state, new.review_reason, new.review_visitors, new.review_began_at, new.reviewed_at, new.reviewed_by)
        is distinct from (old.review_state, old.review_reason, old.review_visitors, old.review_began_at, old.reviewed_at, old.reviewed_by))
  execute function social_share_review_guard();
create constraint trigger enrolment_badge after insert or update of joined_at on enrolment
  deferrable initially deferred for each row when (new.joined_at is not null) execute function award_join_badge();
create constraint trigger conversion_badge after insert or update of status on conversion
  deferrable initially deferred for each row when (new.status = 'accepted')
  execute function award_conversion_badge();
create constraint trigger check_in_badge after insert on check_in
  deferrable initially deferred for each row when (new.days >= 7) execute function award_streak_badges();
create constraint trigger friend_invitation_badge after update of state on friend_invitation
  deferrable initially deferred for each row when (new.state = 'paid' and old.state <> 'paid')
  execute function award_friends_badge();

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on economy from crels_app;
    revoke delete, truncate on friend_invitation, reward_count from crels_app;
    revoke update, truncate on check_in, streak_freeze, badge from crels_app;
    revoke truncate on points_notice, address_award, streak, member_zone, social_share from crels_app;
  end if;
end $$;
