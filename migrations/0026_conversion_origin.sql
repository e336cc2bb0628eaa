-- Where the click of a conversion came from, kept with it: figures by country, device, referrer or sub-id read no
-- click, and old clicks may go.

alter table conversion
  add column country       text check (country ~ '^[A-Z]{2}$'),
  add column device        text check (device in ('phone', 'tablet', 'desktop', 'other')),
  add column referrer_host text,
  add column sub_id        text;
comment on column conversion.country is 'Country, device, referrer and sub-id are those of the click; null where it is not the brand''s, or says nothing.';

-- A recorded conversion is not changed, and what it was recorded with is not: this only says more.
alter table conversion disable trigger conversion_recorded;
update conversion v set country = c.country, device = c.device, referrer_host = c.referrer_host, sub_id = c.sub_id
from click c
where v.link_id is not null and v.click_id ~ '^clk_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$'
  and c.id = v.click_id and c.at = uuid_extract_timestamp(substr(v.click_id, 5)::uuid);
alter table conversion enable trigger conversion_recorded;

-- What a member earned in a period (server/modules/conversions/earned-figures.ts).
create index earning_happened on earning (uid, occurred_at);
