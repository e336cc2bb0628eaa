-- What members are notified of: the inbox, and what leaves it by mail or push.

-- Written in the transaction of what it says; a job sends it on. No foreign key: it would lock the member after the
-- campaign.
create table notification (
  id            text primary key default new_id('ntf') check (id ~ '^ntf_[0-9a-f]{32}$'),
  uid           text not null,
  kind          text not null check (kind ~ '^[a-z_]{1,40}$'),
  about         text check (length(about) between 1 and 200),
  facts         jsonb not null,
  created_at    timestamptz not null default crels_now(),
  in_app        boolean not null default true,
  expires_at    timestamptz,
  read_at       timestamptz,
  dispatched_at timestamptz,
  constraint notification_once unique (about, kind, uid)
);
comment on table notification is 'What a member was notified of. The texts are made of the facts where they are read.';
comment on column notification.about is 'Of what: the same is written once. Null for what may happen again with the same facts.';
comment on column notification.in_app is 'False where the member wants none of these in the inbox; it may leave by mail or push all the same.';
comment on column notification.expires_at is 'From then on it is of no use: not shown, mailed or pushed. Null for what stays.';
comment on column notification.dispatched_at is 'When it was decided, by the member''s choices, whether it leaves by mail and push.';

create index notification_inbox on notification (uid, id desc) where in_app;
create index notification_unread on notification (uid, expires_at) where in_app and read_at is null;
create index notification_undispatched on notification (id) where dispatched_at is null;
-- Several decided reviews become one: looked up at each decision.
create index notification_reviews on notification (uid, id)
  where kind = 'click_review_decided' and dispatched_at is null;

-- Waiting for their mail.
insert into notification (uid, kind, facts, created_at) select uid, kind, facts, at from member_notice order by member_notice.id;
drop table member_notice;

-- What leaves by mail or push, decided when it is sent on; sent is what is enqueued, in the transaction that says so.
create table notification_delivery (
  notification_id text not null references notification on delete cascade,
  channel         text not null check (channel in ('mail', 'push')),
  uid             text not null,
  state           text not null check (state in ('pending', 'sent', 'dropped')),
  due_at          timestamptz not null default crels_now(),
  settled_at      timestamptz,
  primary key (notification_id, channel),
  check ((state = 'pending') = (settled_at is null))
);
comment on table notification_delivery is 'A notification on its way out of the inbox: once by each channel.';
comment on column notification_delivery.due_at is 'Not sooner: the end of quiet hours, the morning of a digest.';
create index notification_delivery_due on notification_delivery (channel, due_at) where state = 'pending';
create index notification_delivery_member on notification_delivery (uid) where state = 'pending';

-- The last digest of each member, by their date: one a day.
create table notification_digest (
  uid     text primary key references member (uid) on delete cascade,
  sent_on date
);

-- By which channels members hear of what, where they chose; rules/notification-choices.ts knows the groups and what is
-- sent to the others.
create table notification_choice (
  uid        text not null references member (uid) on delete cascade,
  group_name text not null check (group_name ~ '^[a-z_]{1,40}$'),
  in_app     boolean,
  mail       text check (mail in ('now', 'daily', 'off')),
  push       boolean,
  changed_at timestamptz not null default crels_now(),
  primary key (uid, group_name)
);
comment on table notification_choice is 'A member''s own choice about a group of notifications, on the profile or by a mail''s link. It goes with the member.';

-- Who asked for a group.
create index notification_choice_wanted on notification_choice (group_name, uid)
  where in_app or mail <> 'off' or push;

-- When no device of a member rings, where they chose.
create table quiet_hours (
  uid        text primary key references member (uid) on delete cascade,
  from_hour  smallint not null check (from_hour between 0 and 23),
  until_hour smallint not null check (until_hour between 0 and 23)
);

insert into notification_choice (uid, group_name, mail, changed_at)
select uid, case kind when 'points_expiring' then 'points' when 'earning_unlocked' then 'earnings' else kind end,
  case when is_wanted then 'now' else 'off' end, changed_at
from mail_choice;
drop table mail_choice;

-- What is known of addresses that mails do not reach.
create table address_trouble (
  address       text primary key check (address = lower(address) and length(address) <= 254),
  reason        text check (reason in ('bounce', 'complaint')),
  detail        text not null default '' check (length(detail) <= 500),
  soft_bounces  integer not null default 0 check (soft_bounces >= 0),
  suppressed_at timestamptz,
  -- Wall time, as that of the mails.
  last_at       timestamptz not null default now(),
  check ((reason is null) = (suppressed_at is null))
);
comment on table address_trouble is 'Addresses that bounced or whose reader called a mail spam. The row goes when a mail is proved to arrive, and with the account.';
comment on column address_trouble.reason is 'Why it is sent no mail; null where mails only came back for a while.';
create index address_trouble_suppressed on address_trouble (suppressed_at desc) where reason is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on notification, notification_delivery, notification_digest, notification_choice, quiet_hours, address_trouble from crels_app;
  end if;
end $$;
