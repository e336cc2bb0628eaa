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
  read_at       timestamptz,
  dispatched_at timestamptz,
  constraint notification_once unique (uid, kind, about)
);
comment on table notification is 'What a member was notified of. The texts are made of the facts where they are read.';
comment on column notification.about is 'Of what: the same is written once. Null for what may happen again with the same facts.';
comment on column notification.dispatched_at is 'When it was decided, by the member''s choices, whether it leaves by mail and push.';

create index notification_inbox on notification (uid, id desc);
create index notification_unread on notification (uid) where read_at is null;
create index notification_undispatched on notification (id) where dispatched_at is null;
-- Several decided reviews become one: looked up at each decision.
create index notification_reviews on notification (uid, id)
  where kind = 'click_review_decided' and dispatched_at is null;

-- Waiting for their mail.
insert into notification (uid, kind, facts, created_at) select uid, kind, facts, at from member_notice order by member_notice.id;
drop table member_notice;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on notification from crels_app;
  end if;
end $$;
