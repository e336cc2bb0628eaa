-- Campaigns that members share to networks, each by a link of its own, paid when others come by it.

-- A third kind of link: it stands for a campaign, and for the enrolment of whoever is in it, beside the tracking link.
alter table link drop constraint link_kind_check;
alter table link add constraint link_kind_check check (kind in ('tracking', 'own', 'share'));
alter table link drop constraint link_check;
alter table link add constraint link_stands_for check (case kind
  when 'tracking' then enrolment_id is not null and campaign_id is not null
  when 'share' then campaign_id is not null
  else enrolment_id is null
end);
alter table link drop constraint link_enrolment_id_key;
create unique index link_tracking on link (enrolment_id) where kind = 'tracking';
create index link_of_enrolment on link (enrolment_id) where enrolment_id is not null;
-- What the loader of clicks asks for every link that was visited: small, and in memory.
create index link_shared on link (id) where kind = 'share';

create table link_visitor (
  link_id text not null,
  visitor bytea not null check (length(visitor) = 16),
  came_at timestamptz not null,
  is_new  boolean not null default true,
  primary key (link_id, visitor)
);
comment on table link_visitor is 'Who came by a link of kind share, once each, by countable clicks. Written with the clicks. A visitor is a hash of one day, as click.visitor.';
comment on column link_visitor.is_new is 'Nobody has looked whether the share is to be paid since this visitor came.';
create index link_visitor_new on link_visitor (link_id) where is_new;

create table social_share (
  link_id       text primary key,
  uid           text not null,
  subject       text not null,
  campaign_id   text not null,
  network       text not null check (network ~ '^[a-z0-9-]{1,40}$'),
  day           date not null,
  state         text not null default 'waiting' check (state in ('waiting', 'paid', 'ended')),
  reason        text check (reason ~ '^[a-z_]{1,60}$'),
  shared_at     timestamptz(3) not null,
  closes_at     timestamptz(3) not null,
  look_again_at timestamptz(3),
  decided_at    timestamptz(3),
  clicks        integer check (clicks >= 0),
  points        integer check (points >= 0),
  unique (uid, campaign_id, network, day),
  check ((state = 'waiting') = (look_again_at is not null)),
  check ((state <> 'waiting') = (decided_at is not null)),
  check ((state <> 'waiting') = (clicks is not null)),
  check ((state = 'paid') = (points is not null)),
  check (state <> 'ended' or reason is not null)
);
comment on table social_share is 'A member shared a campaign to a network on a day (UTC): one row and one link for the four.';
comment on column social_share.reason is 'Why it has ended unpaid; of a waiting one, that as many as a day pays were paid today.';
comment on column social_share.closes_at is 'Until when visitors are counted.';
comment on column social_share.look_again_at is 'When the job looks at it unasked; a new visitor brings it sooner.';
comment on column social_share.clicks is 'Visitors who counted when it was decided.';
create index social_share_of_member on social_share (uid, shared_at desc, link_id desc);
create index social_share_due on social_share (look_again_at) where state = 'waiting';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on link_visitor from crels_app;
    revoke truncate on social_share from crels_app;
  end if;
end $$;
