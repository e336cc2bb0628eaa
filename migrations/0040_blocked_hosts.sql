-- Where no short link may lead, as the operator says.

create table blocked_host (
  host       text primary key check (host ~ '^[a-z0-9.-]{1,253}$' and host !~ '^\.|\.$'),
  reason     text not null check (reason ~ '\S' and length(reason) <= 200),
  blocked_at timestamptz not null default crels_now()
);
comment on table blocked_host is 'A host and everything below it, in ASCII. Links that led there when it was blocked were banned.';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on blocked_host from crels_app;
  end if;
end $$;
