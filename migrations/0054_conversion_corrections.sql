-- A rejected or wrong conversion is put right by adding one (server/modules/conversions/correct-conversion.ts): it has
-- the brand's event id and stands in place of the one it corrects, which stays as it was recorded.

alter table conversion
  add column corrects          text references conversion,
  add column correction_reason text check (length(correction_reason) between 1 and 500),
  add column corrected_by      text check (length(corrected_by) between 1 and 100),
  add constraint conversion_corrected_once unique (corrects),
  add check ((corrects is null) = (correction_reason is null) and (corrects is null) = (corrected_by is null)),
  add check (corrects is null or status = 'accepted');
comment on column conversion.corrects is 'The conversion it puts right; an event is what its last conversion says.';

-- One first report an event, and corrections behind it in a row.
alter table conversion
  drop constraint conversion_event,
  add constraint conversion_event unique nulls not distinct (brand_id, event_id, corrects);

create function conversion_correction_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from conversion o
                 where o.id = new.corrects and o.brand_id = new.brand_id and o.event_id = new.event_id
                   and o.status <> 'held')
     or exists (select from earning e where e.conversion_id = new.corrects and e.state <> 'reversed')
  then
    raise exception 'conversion % cannot be corrected so: it is another event, is held or still earns', new.corrects
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger conversion_correction before insert on conversion
  for each row when (new.corrects is not null) execute function conversion_correction_guard();
