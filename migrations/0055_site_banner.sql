-- The banner above every page: a text of the operator's in each language, from and until a moment, in versions.

create table site_banner (
  id        bigint generated always as identity primary key,
  -- Off is a version too: its text is the one that was taken off.
  is_on     boolean not null,
  -- By language; English is always there, and stands in for those that are not.
  texts     jsonb not null check (jsonb_typeof(texts) = 'object' and texts ->> 'en' ~ '\S'),
  -- A page of ours that it leads to.
  path      text check (path ~ '^/' and length(path) <= 300),
  starts_at timestamptz(3) not null,
  ends_at   timestamptz(3) check (ends_at > starts_at),
  set_by    text not null check (set_by ~ '\S'),
  reason    text not null check (reason ~ '\S' and length(reason) <= 500),
  set_at    timestamptz(3) not null default crels_now()
);
comment on table site_banner is 'A change adds a row; the last one is in force: from the first moment, until before the last.';

create trigger site_banner_append_only before update or delete or truncate on site_banner
  for each statement execute function refuse_history_change();
create trigger site_banner_changed after insert on site_banner
  for each statement execute function notify_site_changed();

select audit_table('site_banner', 'id');

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on site_banner from crels_app;
  end if;
end $$;
