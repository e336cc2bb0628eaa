-- What the operator says to members: to all of them, or to those of a campaign. A job notifies them, some at a time.

create table announcement (
  id           text primary key default new_id('ann') check (id ~ '^ann_[0-9a-f]{32}$'),
  title        text not null check (title ~ '\S' and length(title) <= 120),
  body         text not null check (body ~ '\S' and length(body) <= 2000),
  path         text not null check (path ~ '^/([^/\s]\S*)?$' and length(path) <= 300),
  campaign_id  text references campaign (id),
  author       text not null check (author ~ '\S'),
  created_at   timestamptz not null default crels_now(),
  -- Members up to this uid were notified.
  sent_up_to   text not null default '',
  notified     integer not null default 0 check (notified >= 0),
  done_at      timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by text check (withdrawn_by ~ '\S'),
  check ((withdrawn_at is null) = (withdrawn_by is null))
);
comment on table announcement is 'News of the platform or a campaign, each notification of which names it. What was withdrawn stays on record.';
comment on column announcement.campaign_id is 'Null: for every member.';
create index announcement_due on announcement (created_at) where done_at is null and withdrawn_at is null;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on announcement from crels_app;
  end if;
end $$;
