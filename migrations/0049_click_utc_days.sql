-- The figures of links by UTC day, beside those by quarter of an hour: a member's 60 days are 60 rows a link instead of
-- up to 5 760. A period of any zone is whole UTC days and some quarters at its ends
-- (docs/decisions/020-uniques-and-quarters.md).
--
-- Room for updates in place, and no figures in the key: a row is written again all day long, each time without its index.
create table click_utc_day (
  link_id text not null,
  day     date not null,
  clicks  bigint not null check (clicks > 0),
  uniques bigint not null check (uniques between 0 and clicks),
  primary key (link_id, day)
) with (fillfactor = 80);
comment on table click_utc_day is 'Countable clicks by link and UTC day: those of click_quarter added up. Written by the loader with them.';

insert into click_utc_day (link_id, day, clicks, uniques)
select link_id, (quarter at time zone 'UTC')::date, sum(clicks), sum(uniques)
from click_quarter where countable group by 1, 2 order by 2, 1;

do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on click_utc_day from crels_app;
  end if;
end
$$;
