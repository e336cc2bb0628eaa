-- What brands' servers hear: who hears, how a message is written, and the triggers that write it.

create or replace function webhook_heard(brand text) returns boolean language sql stable
  return exists (select from webhook_endpoint where brand_id = brand);

create or replace function webhook_time(at timestamptz) returns text language sql stable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- One message for all endpoints of the brand that hear of the type. A disabled one gets it as failed, to be replayed: one
-- that is being disabled is waited for, and disabling waits for what was written before, by the lock that the delivery
-- takes of its endpoint anyway.
create or replace function webhook_enqueue(brand text, event text, data json) returns void language sql as $$
  with hearing as (
    select id, state from webhook_endpoint where brand_id = brand and (events = '{}' or event = any (events))
    order by id for key share
  ), message as (
    insert into webhook_message (brand_id, type, body)
    select brand, event, json_build_object('type', event, 'timestamp', webhook_time(crels_now()), 'data', data)::text
    where exists (select from hearing)
    returning id
  )
  insert into webhook_delivery (message_id, endpoint_id, state, next_attempt_at, last_error)
  select message.id, hearing.id,
         case hearing.state when 'active' then 'pending' else 'failed' end,
         case hearing.state when 'active' then now() end,
         case hearing.state when 'active' then null else 'endpoint_disabled' end
  from message, hearing
$$;

create or replace function webhook_conversion(conversion_id text, event_status text, event_reason text) returns json language sql stable as $$
  select json_build_object(
    'id', c.id, 'eventId', c.event_id, 'clickId', c.click_id, 'type', c.type,
    'status', event_status,
    -- That the member left the site is nobody else's business; a version before this one writes it.
    'reason', case event_reason when 'account_deleted' then 'enrolment_not_active' else event_reason end,
    'campaignId', c.campaign_id, 'enrolmentId', c.enrolment_id,
    'amount', case when c.sale_usd_cents is not null
                   then json_build_object('currency', coalesce(c.reported_currency, 'USD'),
                                          'minor', coalesce(c.reported_amount_minor, c.sale_usd_cents),
                                          'usdCents', c.sale_usd_cents) end,
    'occurredAt', webhook_time(c.occurred_at),
    'earning', case when e.id is not null
                    then json_build_object('id', e.id, 'crels', e.crels, 'reversedCrels', e.reversed_crels,
                                           'state', e.state, 'unlocksAt', webhook_time(e.unlocks_at)) end)
  from conversion c left join earning e on e.conversion_id = c.id where c.id = $1
$$;

create or replace function webhook_conversion_changed() returns trigger language plpgsql as $$
begin
  if webhook_heard(new.brand_id) then
    perform webhook_enqueue(new.brand_id, 'conversion.' || new.status,
                         webhook_conversion(new.id, new.status, new.reason));
  end if;
  return null;
end
$$;

create or replace function webhook_refund_made() returns trigger language plpgsql as $$
declare
  changed conversion;
begin
  if new.conversion_id is not null and webhook_heard(new.brand_id) then
    select * into changed from conversion where id = new.conversion_id;
    perform webhook_enqueue(new.brand_id, 'conversion.reversed', json_build_object(
      'conversion', webhook_conversion(changed.id, changed.status, changed.reason),
      'refund', json_build_object(
        'id', new.id, 'refundId', new.refund_id, 'whole', new.whole, 'reportedAmountMinor', new.reported_amount_minor,
        'reversedCrels', new.reversed_crels, 'totalReversedCrels', new.total_reversed_crels)));
  end if;
  return null;
end
$$;

-- The reason is always null: it is said to the member, who may leave, in words.
create or replace function webhook_enrolment_changed() returns trigger language plpgsql as $$
declare
  brand text := (select brand_id from campaign where id = new.campaign_id);
begin
  if webhook_heard(brand) then
    perform webhook_enqueue(brand, 'enrolment.' || case new.state when 'active' then 'joined' else new.state end,
      json_build_object('id', new.id, 'campaignId', new.campaign_id, 'state', new.state, 'reason', null,
                        'termsVersion', new.terms_version, 'appliedAt', webhook_time(new.applied_at)));
  end if;
  return null;
end
$$;
