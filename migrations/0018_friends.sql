-- Rewards between people: friends who were invited, platforms that are followed, campaigns that are shared.

-- Who was invited by whom: one row a friend, forever. The two are paid together, once.
create table friend_invitation (
  friend_uid      text primary key,
  friend_subject  text not null unique,
  inviter_uid     text not null check (inviter_uid <> friend_uid),
  inviter_subject text not null check (inviter_subject <> friend_subject),
  state           text not null default 'waiting' check (state in ('waiting', 'held', 'paid', 'refused', 'ended')),
  reason          text check (reason ~ '^[a-z_]{1,60}$'),
  is_released     boolean not null default false,
  accepted_at     timestamptz(3) not null,
  decided_at      timestamptz(3),
  look_again_at   timestamptz(3),
  inviter_points  integer check (inviter_points >= 0),
  friend_points   integer check (friend_points >= 0),
  check ((state in ('paid', 'refused', 'ended')) = (decided_at is not null)),
  check ((state = 'paid') = (inviter_points is not null and friend_points is not null)),
  check ((state = 'waiting') = (look_again_at is not null)),
  check (state not in ('held', 'refused', 'ended') or reason is not null)
);
comment on table friend_invitation is 'A member and who invited them. Whoever leaves stays under the subject, which names nobody any more.';
comment on column friend_invitation.reason is 'Why it is held, was refused or has ended; of a waiting one, that the inviter''s month is full.';
comment on column friend_invitation.is_released is 'A person looked at it while it was held, and let it go on.';
comment on column friend_invitation.look_again_at is 'When the job looks at it unasked; a check-in or a change of the profile looks at once.';
create index friend_invitation_of_inviter on friend_invitation (inviter_uid, accepted_at desc, friend_subject desc);
create index friend_invitation_due on friend_invitation (look_again_at) where state = 'waiting';
create index friend_invitation_held on friend_invitation (accepted_at) where state = 'held';

-- How many were paid in a period that has a limit: the row is locked as it is counted.
create table reward_count (
  subject text not null,
  program text not null,
  period  text not null,
  paid    integer not null check (paid > 0),
  primary key (subject, program, period)
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

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on friend_invitation, reward_count from crels_app;
    revoke truncate on address_award from crels_app;
  end if;
end $$;
