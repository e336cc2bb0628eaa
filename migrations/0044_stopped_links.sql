-- Joining again turns on what leaving turned off, and nothing that its owner or the operator did.
alter table link add column stopped_by_leaving boolean not null default false;
comment on column link.stopped_by_leaving is 'It was active when its owner left the campaign, and nobody has decided about it since.';

-- Of before it is not known who did it: joining again turned all of them on.
update link l set stopped_by_leaving = true
from enrolment e
where e.id = l.enrolment_id and e.state = 'left' and l.state = 'disabled' and l.removed_at is null;
