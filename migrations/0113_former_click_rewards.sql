-- What a click is paid follows from when it was made (docs/decisions/146-a-click-is-paid-the-reward-of-its-moment.md): what
-- an enrolment paid until its member agreed to another reward, or joined again, is kept. A trigger writes it, so that
-- processes of the version before write it too.

create table former_click_reward (
  seq              bigint generated always as identity primary key,
  enrolment_id     text not null references enrolment (id) on delete cascade,
  until            timestamptz not null,
  click_millicrels integer check (click_millicrels > 0)
);
comment on table former_click_reward is 'What an enrolment paid for a click, and until when; never changed. What it pays since the last of them is its own.';
comment on column former_click_reward.click_millicrels is 'Thousandths of a crel; null where it paid nothing.';
create index former_click_reward_of on former_click_reward (enrolment_id, seq);

comment on column click_review.click_millicrels is 'What the clicks of it are paid each, in thousandths of a crel, if they are accepted: the reward of their moment. Null only of those that were decided before this was kept.';

\ir functions/campaigns.sql

create trigger enrolment_click_reward_changed after update of reward_click_millicrels on enrolment
  for each row when (old.reward_click_millicrels is distinct from new.reward_click_millicrels)
  execute function enrolment_click_reward_changed();

-- Of what was before, reviews that wait say what their clicks were worth.
insert into former_click_reward (enrolment_id, until, click_millicrels)
select distinct on (n.id) n.id, greatest(n.applied_at, n.joined_at, n.terms_agreed_at), r.click_millicrels
from click_review r join enrolment n on n.id = r.enrolment_id
where r.state = 'under_review' and r.click_millicrels <> coalesce(n.reward_click_millicrels, 0)
  and r.last_at < greatest(n.applied_at, n.joined_at, n.terms_agreed_at)
order by n.id, r.created_at desc, r.id;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on former_click_reward from crels_app;
  end if;
end $$;
