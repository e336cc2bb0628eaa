-- The steps that conversions, earnings and paid clicks can take; every other is refused, whatever the code believes.

create or replace function conversion_guard() returns trigger language plpgsql as $$
begin
  -- Why it was added leaves with its member.
  if new.correction_reason = 'erased' and to_jsonb(new) - 'correction_reason' = to_jsonb(old) - 'correction_reason' then
    return new;
  end if;
  if old.status <> 'under_review' or new.status not in ('accepted', 'rejected')
     or (to_jsonb(new) - '{status,reason,decided_at}'::text[]) <> (to_jsonb(old) - '{status,reason,decided_at}'::text[])
  then
    raise exception 'conversion % is recorded; only one under review is decided, once', old.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function conversion_correction_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from conversion o
                 where o.id = new.corrects and o.brand_id = new.brand_id and o.event_id = new.event_id
                   and o.status <> 'under_review')
     or exists (select from earning e where e.conversion_id = new.corrects and e.state <> 'reversed')
  then
    raise exception 'conversion % cannot be corrected so: it is another event, is under review or still earns', new.corrects
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- Who accepts has locked the event. A correction stands in place of its own row, under the same name. Two questions and not
-- one with OR, which reads every conversion of the brand: conversion_pixel_word answers the first, conversion_event the other.
create or replace function conversion_accepted_guard() returns trigger language plpgsql as $$
declare
  v_event text := conversion_event_of(new.event_id);
begin
  if exists (select from conversion c
             where c.brand_id = new.brand_id and starts_with(c.event_id, 'pixel:') and conversion_event_of(c.event_id) = v_event
               and c.status = 'accepted' and c.event_id <> new.event_id)
     or v_event <> new.event_id
        and exists (select from conversion c
                    where c.brand_id = new.brand_id and c.event_id = v_event and c.status = 'accepted') then
    raise exception 'event % was accepted already', v_event using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function earning_guard() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{uid,state,reason,reversed_crels,unlocked_at}'::text[])
       <> (to_jsonb(old) - '{uid,state,reason,reversed_crels,unlocked_at}'::text[])
     or new.uid not in (old.uid, old.party)
     or new.reversed_crels < old.reversed_crels
     or (old.unlocked_at is not null and new.unlocked_at is distinct from old.unlocked_at)
     -- In parentheses: the THEN of a case would end the condition.
     or not (case old.state when 'under_review' then new.state in ('under_review', 'pending', 'reversed')
                            when 'pending' then new.state in ('pending', 'available', 'reversed')
                            when 'available' then new.state in ('available', 'reversed')
                            when 'reversed' then to_jsonb(new) - 'uid' = to_jsonb(old) - 'uid'
                            else false end)
  then
    raise exception 'earning % cannot go from % to % so', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function refund_guard() returns trigger language plpgsql as $$
begin
  raise exception 'refund % is recorded and never changed', old.id using errcode = 'check_violation';
end
$$;

create or replace function click_pay_guard() returns trigger language plpgsql as $$
begin
  if new.clicks <> new.paid_clicks + coalesce((select sum(value::integer) from jsonb_each_text(new.refused)), 0) then
    raise exception 'clicks of % at % are neither paid nor refused', new.enrolment_id, new.hour
      using errcode = 'check_violation';
  end if;
  if new.remainder_before <> coalesce((select remainder_after from click_pay
                                  where enrolment_id = new.enrolment_id order by hour desc limit 1), 0)
     or exists (select from click_pay where enrolment_id = new.enrolment_id and hour > new.hour) then
    raise exception 'clicks of % at % do not go on from those before', new.enrolment_id, new.hour
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- Each step once: what was paid, refused or rejected stays so.
create or replace function payable_click_guard() returns trigger language plpgsql as $$
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

-- A process of the version before says nothing of what a click was worth: beside one of this, its reviews would be the last
-- by value.
create or replace function click_review_valued() returns trigger language plpgsql as $$
begin
  new.click_millicrels := coalesce(new.click_millicrels,
    (select reward_click_millicrels from enrolment where id = new.enrolment_id));
  return new;
end
$$;

create or replace function click_review_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'under_review' or new.state = 'under_review'
     or (new.id, new.enrolment_id, new.reason, new.clicks, new.first_at, new.last_at, new.created_at)
        is distinct from (old.id, old.enrolment_id, old.reason, old.clicks, old.first_at, old.last_at, old.created_at) then
    raise exception 'review % is % already', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function earning_origin_whole() returns trigger language plpgsql as $$
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
