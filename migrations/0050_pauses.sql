-- What an operator pauses beside the exchange: redemptions, sign-up and the making of links, with the whole history.

create table feature_switch (
  id bigint generated always as identity primary key,
  feature text not null check (feature in ('redemption', 'sign-up', 'link-creation')),
  paused boolean not null,
  set_by text not null,
  reason text not null check (reason ~ '\S' and length(reason) <= 500),
  set_at timestamptz not null default crels_now()
);
comment on table feature_switch is 'A change adds a row; the last of a feature is in force, and without one it is open.';
create index feature_switch_last on feature_switch (feature, id desc);

select audit_table('feature_switch', 'id');

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on feature_switch from crels_app;
  end if;
end $$;

-- What was made in the last days, which a pause would touch; each table grows at its end, by time.
create index member_by_time on member using brin (created_at);
create index link_by_time on link using brin (created_at);
create index redemption_by_time on redemption using brin (requested_at);
create index exchange_quote_by_time on exchange_quote using brin (created_at);
