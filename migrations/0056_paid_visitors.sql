-- A visitor is paid once an enrolment and UTC day, whichever of its links they used; visits beyond what one network or
-- one hour plausibly brings are under review (docs/decisions/038-a-visitor-is-paid-once-an-enrolment.md).

create table click_review (
  id           text primary key,
  enrolment_id text not null references enrolment (id),
  reason       text not null check (reason ~ '^[a-z_]{1,60}$'),
  clicks       integer not null check (clicks > 0),
  first_at     timestamptz not null,
  last_at      timestamptz not null check (last_at >= first_at),
  state        text not null default 'under_review' check (state in ('under_review', 'accepted', 'rejected')),
  decided_by   text,
  decided_at   timestamptz(3),
  created_at   timestamptz(3) not null default crels_now(),
  check ((state = 'under_review') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
comment on table click_review is 'Clicks of an enrolment that an operator decides: those of one settled hour with one reason (rules/click-review.ts).';
create index click_review_open on click_review (created_at, id) where state = 'under_review';
create index click_review_enrolment on click_review (enrolment_id);

create table payable_click (
  enrolment_id text not null,
  day          date not null,
  visitor      bytea not null check (length(visitor) = 16),
  click_id     text not null unique,
  at           timestamptz not null check ((at at time zone 'UTC')::date = day),
  network      bytea check (length(network) = 8),
  address      bytea check (length(address) = 8),
  network_kind text check (network_kind in ('hosting', 'mobile', 'other')),
  state        text not null default 'due' check (state in ('due', 'under_review', 'paid', 'refused', 'rejected')),
  reason       text check (reason ~ '^[a-z_]{1,60}$'),
  -- Of the click_pay in which it was paid or refused.
  hour         timestamptz,
  review_id    text references click_review (id),
  primary key (enrolment_id, day, visitor),
  check ((network is null) = (address is null) and (network is null) = (network_kind is null)),
  check (case state
    when 'due' then reason is null and hour is null
    when 'paid' then reason is null and hour is not null
    when 'refused' then reason is not null and hour is not null
    else reason is not null and hour is null and review_id is not null end)
);
comment on table payable_click is 'The first countable click of a visitor on any link of an enrolment that is paid for clicks, in a UTC day, and what became of it. Written by the loader with the clicks; the key is why a visitor is paid once.';
comment on column payable_click.network is 'Hash of that day of the address prefix (/24, /56 of IPv6); null for a click from before there was one.';
comment on column payable_click.address is 'Hash of that day of the address (/56 of IPv6).';
create index payable_click_due on payable_click (enrolment_id, at) where state = 'due';
create index payable_click_network on payable_click (enrolment_id, day, network) where state = 'paid';
create index payable_click_review on payable_click (review_id) where review_id is not null;
create index payable_click_day on payable_click (day);

-- Each step once: what was paid, refused or rejected stays so.
create function payable_click_guard() returns trigger language plpgsql as $$
begin
  if (new.enrolment_id, new.day, new.visitor, new.click_id, new.at, new.network, new.address, new.network_kind)
     is distinct from (old.enrolment_id, old.day, old.visitor, old.click_id, old.at, old.network, old.address, old.network_kind) then
    raise exception 'click % is what it was', old.click_id using errcode = 'check_violation';
  end if;
  if not ((old.state = 'due' and new.state in ('paid', 'refused', 'under_review'))
       or (old.state = 'under_review' and new.state in ('due', 'rejected') and new.review_id = old.review_id)) then
    raise exception 'click % is % already', old.click_id, old.state using errcode = 'check_violation';
  end if;
  if old.state = 'due' and old.review_id is not null and (new.state = 'under_review' or new.review_id is distinct from old.review_id) then
    raise exception 'click % was reviewed already', old.click_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger payable_click_steps before update on payable_click for each row execute function payable_click_guard();

create function click_review_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'under_review' or new.state = 'under_review'
     or (new.id, new.enrolment_id, new.reason, new.clicks, new.first_at, new.last_at, new.created_at)
        is distinct from (old.id, old.enrolment_id, old.reason, old.clicks, old.first_at, old.last_at, old.created_at) then
    raise exception 'review % is % already', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger click_review_once before update on click_review for each row execute function click_review_guard();

-- What is waiting goes on, once a visitor; what was settled of today and yesterday is not paid again by another link.
insert into payable_click (enrolment_id, day, visitor, click_id, at)
select distinct on (enrolment_id, (at at time zone 'UTC')::date, visitor)
       enrolment_id, (at at time zone 'UTC')::date, visitor, click_id, at
from click_due order by enrolment_id, (at at time zone 'UTC')::date, visitor, at, click_id;
insert into payable_click (enrolment_id, day, visitor, click_id, at, state, reason, hour)
select distinct on (l.enrolment_id, (c.at at time zone 'UTC')::date, c.visitor)
       l.enrolment_id, (c.at at time zone 'UTC')::date, c.visitor, c.id, c.at, 'refused', 'settled_before', p.hour
from click c join link l on l.id = c.link_id
join lateral (select max(hour) as hour from click_pay where enrolment_id = l.enrolment_id) p on p.hour is not null
where l.pays_clicks and c.unique_of_day
  and not exists (select from click_due d where d.enrolment_id = l.enrolment_id and d.click_id = c.id)
order by l.enrolment_id, (c.at at time zone 'UTC')::date, c.visitor, c.at, c.id
on conflict do nothing;
drop table click_due;

alter table click_pay add column limits jsonb check (jsonb_typeof(limits) = 'object');
comment on column click_pay.limits is 'The limits that paid visitors were held to; null for hours from before there were some, which were paid by link.';
comment on column link.pays_clicks is 'Its enrolment is paid for clicks: unique ones are written to payable_click.';

-- Who came by a link of a share counts by address: one device has any number of user agents.
alter table link_visitor
  add column network bytea check (length(network) = 8),
  add column address bytea check (length(address) = 8),
  add column network_kind text check (network_kind in ('hosting', 'mobile', 'other'));
comment on column link_visitor.address is 'Hash of that day of the address (/56 of IPv6); null for who came before there was one.';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant select, insert, update, delete on payable_click to crels_app;
    grant select, insert, update, delete on click_review to crels_app;
    revoke truncate on payable_click, click_review from crels_app;
  end if;
end $$;
