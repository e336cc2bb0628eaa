-- What the target of a pending act was when it was proposed: what changed since is not overwritten by an approval
-- (docs/decisions/089-some-acts-take-a-second-person.md).

alter table pending_act add column seen jsonb;
comment on column pending_act.seen is 'What it is done to, as it was when it was proposed; null of what changes by itself, such as a balance.';
