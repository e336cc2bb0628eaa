-- What clicks were paid, by the links and places that brought it: a crel belongs to the click that completed it
-- (rules/click-pay.ts, docs/decisions/026-a-crel-belongs-to-the-click-that-completes-it.md).
create table earning_origin (
  earning_id    text not null references earning (id),
  link_id       text,
  country       text check (country ~ '^[A-Z]{2}$'),
  device        text check (device in ('phone', 'tablet', 'desktop', 'other')),
  referrer_host text,
  sub_id        text,
  crels         bigint not null check (crels > 0),
  constraint earning_origin_once
    unique nulls not distinct (earning_id, link_id, country, device, referrer_host, sub_id)
);
comment on table earning_origin is 'Of an earning of clicks: which links and places its crels came from, all of them. Never changed; earnings from before have none.';

create function earning_origin_whole() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct earning_id from new_origins) n
    join earning e on e.id = n.earning_id
    where e.type <> 'click'
       or e.crels <> (select sum(o.crels) from earning_origin o where o.earning_id = n.earning_id)
  ) then
    raise exception 'origins are not all of what clicks were paid' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger earning_origin_whole after insert on earning_origin
  referencing new table as new_origins for each statement execute function earning_origin_whole();

-- What clicks were paid is taken back whole or not at all, so its parts are too.
alter table earning add constraint earning_of_clicks_whole
  check (type <> 'click' or reversed_crels = 0 or reversed_crels = crels);

-- Further links of an enrolment that is paid for clicks were not, where they were made after joining.
update link l set pays_clicks = true
where not pays_clicks and exists (select from link o where o.enrolment_id = l.enrolment_id and o.pays_clicks);

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on earning_origin from crels_app;
  end if;
end $$;
