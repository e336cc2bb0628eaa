-- What members are to be told by mail. Written in the transaction of what it tells; a job makes the mail and removes
-- the row, in one transaction. No foreign key: it would lock the member after the campaign.
create table member_notice (
  id    bigint generated always as identity primary key,
  uid   text not null,
  kind  text not null check (kind ~ '^[a-z_]{1,40}$'),
  facts jsonb not null,
  at    timestamptz not null default crels_now()
);
comment on table member_notice is 'What members are to be told by mail, until the mail is made; rows live for a minute.';

-- Crels that became available and no mail told of yet.
create table unlock_notice (
  subject text primary key,
  crels   bigint not null check (crels >= 0),
  told_at timestamptz not null
);
comment on column unlock_notice.told_at is 'When a mail told of such crels last, or would have to who wants none.';
create index unlock_notice_due on unlock_notice (told_at) where crels > 0;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on member_notice, unlock_notice from crels_app;
  end if;
end $$;
