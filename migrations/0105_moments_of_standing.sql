-- Since when a member is in a campaign, and since when disabled: a sale that is reported late is judged by the moment of
-- the sale (docs/decisions/134-a-late-report-is-judged-by-its-sale.md). Triggers write it, so that processes of the version
-- before write it too.

create table enrolment_state_change (
  seq          bigint generated always as identity primary key,
  enrolment_id text not null references enrolment (id) on delete cascade,
  at           timestamptz not null,
  state        text not null
);
comment on table enrolment_state_change is 'Every state that an enrolment came to, and when; never changed. Of what was before this table is known when the member first had a link, and last left.';
create index enrolment_state_change_of on enrolment_state_change (enrolment_id, seq);

create table member_state_change (
  seq   bigint generated always as identity primary key,
  uid   text not null references member (uid) on delete cascade,
  at    timestamptz not null default crels_now(),
  state text not null check (state in ('active', 'disabled'))
);
comment on table member_state_change is 'When a member was disabled and enabled; never changed. Who never was has no row.';
create index member_state_change_of on member_state_change (uid, seq);

\ir functions/campaigns.sql
\ir functions/accounts.sql
\ir functions/links.sql

create trigger enrolment_state_made after insert on enrolment
  for each row execute function enrolment_state_written();
create trigger enrolment_state_written after update of state on enrolment
  for each row when (old.state is distinct from new.state) execute function enrolment_state_written();
create trigger member_state_written after update of state on member
  for each row when (old.state is distinct from new.state and new.state <> 'deleted')
  execute function member_state_written();
create trigger link_owner_standing after update of state on member
  for each row when ((old.state = 'disabled') <> (new.state = 'disabled')) execute function link_owner_standing_changed();

-- Joining again has overwritten the first joining: the tracking link is as old as that. What happened between leaving and
-- joining again counts as it did so far.
insert into enrolment_state_change (enrolment_id, at, state)
select e.id, least(e.joined_at, l.created_at), 'active'
from enrolment e left join link l on l.enrolment_id = e.id and l.kind = 'tracking'
where e.joined_at is not null or l.id is not null;
insert into enrolment_state_change (enrolment_id, at, state)
select id, coalesce(left_at, decided_at, applied_at), state from enrolment where state <> 'active';

-- Since when is not known here: what was sold before this upgrade is judged as it was.
insert into member_state_change (uid, state) select uid, state from member where state = 'disabled';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on enrolment_state_change, member_state_change from crels_app;
  end if;
end $$;
