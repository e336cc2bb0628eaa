-- What a member was promised, and had, outlives another application: the joining bonus of the day of applying, and when they
-- joined and left before (docs/decisions/158-an-enrolment-keeps-what-was-promised-and-had.md).
-- Needs: 0.1.0

alter table enrolment add column joining_bonus_points integer check (joining_bonus_points between 0 and 100000);
comment on column enrolment.joining_bonus_points is
  'Points for joining that were promised when the member last joined or applied, paid once when it becomes active; null where a version before this one wrote the row: those of the campaign are paid.';

-- Who was in it once has joined_at also while they apply again, and when that is declined or withdrawn.
alter table enrolment drop constraint enrolment_dates;
alter table enrolment add constraint enrolment_dates check (case state
  when 'applied' then decided_at is null and left_at is null
  when 'active' then joined_at is not null and left_at is null
  when 'declined' then decided_at is not null and left_at is null
  else left_at is not null
end) not valid;
alter table enrolment validate constraint enrolment_dates;
comment on column enrolment.joined_at is 'When the member was last let in; null of who never was.';
comment on column enrolment.left_at is
  'When the member left or was removed; of an application that was withdrawn or ended with its campaign, when they left before it, or, of who never was in it, when that was.';

-- What applying again has overwritten so far.
update enrolment e set joined_at = was.joined_at,
  left_at = case when e.state = 'left' then coalesce(was.left_at, e.left_at) end
from (
  select distinct on (a.enrolment_id) a.enrolment_id, a.at as joined_at, (
    select s.at from enrolment_state_change s
    where s.enrolment_id = a.enrolment_id and s.seq > a.seq and s.state in ('left', 'removed')
    order by s.seq limit 1) as left_at
  from enrolment_state_change a where a.state = 'active' order by a.enrolment_id, a.seq desc) was
where was.enrolment_id = e.id and e.joined_at is null;
