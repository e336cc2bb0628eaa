-- What happens to a campaign after it was made: changes of its offer, its states over time, brands that are suspended.

alter table enrolment add column terms_agreed_at timestamptz(3);
comment on column enrolment.terms_agreed_at is 'When a member of the campaign agreed to terms newer than those of joining; null: those of joining or applying.';

alter table brand add column suspended_at timestamptz;
update brand set suspended_at = crels_now() where state = 'suspended';
alter table brand add constraint brand_suspended check ((state = 'suspended') = (suspended_at is not null));

-- Which state a campaign was in at a moment: what clicks and later questions are judged by.
create table campaign_state_change (
  seq         bigint generated always as identity primary key,
  campaign_id text not null references campaign (id) on delete cascade,
  at          timestamptz not null default crels_now(),
  state       text not null
);
comment on table campaign_state_change is 'Every state that was written for a campaign, by people or by time and budget.';
create index campaign_state_change_of on campaign_state_change (campaign_id, seq);
insert into campaign_state_change (campaign_id, at, state) select id, created_at, state from campaign;

create function campaign_state_written() returns trigger language plpgsql as $$
begin
  insert into campaign_state_change (campaign_id, state) values (new.id, new.state);
  return null;
end
$$;
create trigger campaign_state_made after insert on campaign
  for each row execute function campaign_state_written();
create trigger campaign_state_written after update of state on campaign
  for each row when (old.state is distinct from new.state) execute function campaign_state_written();

create table campaign_change (
  seq           bigint generated always as identity primary key,
  campaign_id   text not null references campaign (id) on delete cascade,
  at            timestamptz not null default crels_now(),
  author        text not null check (author ~ '\S' and length(author) <= 80),
  reason        text not null check (reason ~ '\S' and length(reason) <= 1000),
  fields        text[] not null check (cardinality(fields) > 0),
  terms_version integer not null
);
comment on table campaign_change is 'Who changed which fields of a campaign and why; the terms'' version that was current afterwards.';
create index campaign_change_of on campaign_change (campaign_id, seq);

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on campaign_state_change, campaign_change from crels_app;
  end if;
end $$;
