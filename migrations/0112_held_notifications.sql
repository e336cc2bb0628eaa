-- What a process of an older version could not show, or would not send, waits until none of it runs
-- (docs/decisions/140-notifications-wait-for-the-version-that-has-them.md).

create table notification_hold (
  notification_id text primary key references notification on delete cascade,
  uid             text not null,
  -- The first version that shows and sends it as it should.
  needs           text not null check (length(needs) between 1 and 64),
  -- What the notification's columns say again when it is released.
  in_app          boolean not null,
  is_dispatched   boolean not null
);
comment on table notification_hold is 'Notifications that are held back while a process of an older version runs: meanwhile they are in no inbox and dispatched, which every version leaves alone.';
-- Crels that are taken back gather with what is held.
create index notification_hold_member on notification_hold (uid);

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on notification_hold from crels_app;
  end if;
end $$;
