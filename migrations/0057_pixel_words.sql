-- What unsigned pixels say of an event is kept by event and click (`pixel:{event} {click}`), so that no stranger takes the
-- event from who really bought; at most one of them, or the report of the brand's server, is ever accepted.

-- Longer by the prefix, a space and a click's id; an event id of a brand has 200 characters at most, as before.
alter table conversion drop constraint conversion_event_id_check;
alter table conversion add constraint conversion_event_id_check check (length(event_id) between 1 and 250);

-- The event that a conversion is about, whoever said it. No event id has a space.
create function conversion_event_of(p_event_id text) returns text language sql immutable parallel safe as $$
  select case when starts_with(p_event_id, 'pixel:') then split_part(substr(p_event_id, 7), ' ', 1) else p_event_id end
$$;
create index conversion_pixel_word on conversion (brand_id, conversion_event_of(event_id))
  where starts_with(event_id, 'pixel:');

-- Who accepts has locked the event. A correction stands in place of its own row, under the same name.
create function conversion_accepted_guard() returns trigger language plpgsql as $$
begin
  if exists (select from conversion c
             where c.brand_id = new.brand_id and c.status = 'accepted' and c.event_id <> new.event_id
               and ((starts_with(c.event_id, 'pixel:') and conversion_event_of(c.event_id) = conversion_event_of(new.event_id))
                 or c.event_id = conversion_event_of(new.event_id))) then
    raise exception 'event % was accepted already', conversion_event_of(new.event_id) using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger conversion_accepted_once before insert or update of status on conversion
  for each row when (new.status = 'accepted') execute function conversion_accepted_guard();
