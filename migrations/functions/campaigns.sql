-- What follows from changes of brands, campaigns and enrolments.

-- What a campaign is found by.
create or replace function campaign_text_written(p_campaign campaign) returns void language sql as $$
  insert into campaign_text as t (campaign_id, terms, title_terms, letters, title_letters)
  select p_campaign.id, to_tsvector('english', s.title) || to_tsvector('english', p_campaign.summary),
         to_tsvector('english', s.title), lower(s.title || ' ' || p_campaign.summary), lower(s.title)
  from (select p_campaign.title || ' ' || coalesce((select name from brand where id = p_campaign.brand_id), '')) s (title)
  on conflict (campaign_id) do update set
    terms = excluded.terms, title_terms = excluded.title_terms,
    letters = excluded.letters, title_letters = excluded.title_letters
$$;

create or replace function campaign_search_written() returns trigger language plpgsql as $$
begin
  perform campaign_text_written(new);
  return null;
end
$$;

create or replace function brand_renamed() returns trigger language plpgsql as $$
begin
  -- An edit of one that is under way comes before, or waits.
  perform from campaign where brand_id = new.id order by id for no key update;
  perform campaign_text_written(c) from campaign c where brand_id = new.id;
  return null;
end
$$;

-- Which state a campaign was in at a moment: what clicks and later questions are judged by.
create or replace function campaign_state_written() returns trigger language plpgsql as $$
begin
  insert into campaign_state_change (campaign_id, state) values (new.id, new.state);
  return null;
end
$$;

-- Which state an enrolment was in at a moment: what sales that are reported late are judged by. Dated as the row says, but
-- for who is let back in, whose joining stays as it was.
create or replace function enrolment_state_written() returns trigger language plpgsql as $$
begin
  insert into enrolment_state_change (enrolment_id, at, state)
  values (new.id, case
    when new.state = 'applied' then new.applied_at
    when new.state = 'declined' then new.decided_at
    when new.state <> 'active' then new.left_at
    when tg_op = 'UPDATE' and old.state = 'removed' then crels_now()
    else new.joined_at
  end, new.state);
  return null;
end
$$;

-- What an enrolment paid for a click until now: what clicks of before are paid, whenever that is. Dated as the row says.
create or replace function enrolment_click_reward_changed() returns trigger language plpgsql as $$
begin
  insert into former_click_reward (enrolment_id, until, click_millicrels)
  values (new.id, case
    when new.terms_agreed_at is distinct from old.terms_agreed_at and new.terms_agreed_at is not null
      then new.terms_agreed_at
    when new.applied_at <> old.applied_at then new.applied_at
    else crels_now()
  end, old.reward_click_millicrels);
  return null;
end
$$;

-- Whether a brand was suspended at a moment: what clicks and sales of then are judged by.
create or replace function brand_state_written() returns trigger language plpgsql as $$
begin
  insert into brand_state_change (brand_id, at, state)
  values (new.id, coalesce(new.suspended_at, crels_now()), new.state);
  return null;
end
$$;

-- Keeps the campaign's figures, and refuses a place beyond its limit whatever the code believed: the update
-- locks the campaign's row, so the count is never old.
create or replace function enrolment_counted() returns trigger language plpgsql as $$
declare
  v_before text := case when tg_op <> 'INSERT' then old.state end;
  v_after text := case when tg_op <> 'DELETE' then new.state end;
  v_members integer := (coalesce(v_after, '') = 'active')::integer - (coalesce(v_before, '') = 'active')::integer;
  v_applicants integer := (coalesce(v_after, '') = 'applied')::integer - (coalesce(v_before, '') = 'applied')::integer;
  v_full boolean;
begin
  if v_members = 0 and v_applicants = 0 then
    return null;
  end if;
  update campaign set members = members + v_members, applicants = applicants + v_applicants
  where id = coalesce(new.campaign_id, old.campaign_id)
  returning members + applicants > member_limit into v_full;
  if v_full and v_members + v_applicants > 0 then
    raise exception 'campaign % is full', new.campaign_id using errcode = 'CP001';
  end if;
  return null;
end
$$;

-- The moves of rules/enrolment-state.ts, and that an enrolment never changes hands.
create or replace function enrolment_moved() returns trigger language plpgsql as $$
begin
  -- A member who was deleted is only a party.
  if new.id <> old.id or new.uid not in (old.uid, old.party) or new.party <> old.party
     or new.campaign_id <> old.campaign_id then
    raise exception 'enrolment % belongs to one member and one campaign', old.id using errcode = 'CP002';
  end if;
  if new.state <> old.state and not (case old.state
    when 'applied' then new.state in ('active', 'declined', 'left')
    when 'active' then new.state in ('left', 'removed')
    when 'declined' then new.state in ('applied', 'active')
    when 'left' then new.state in ('applied', 'active')
    -- Let back in, as they were; who was removed never joins again.
    when 'removed' then new.state = 'active' and (new.applied_at, new.joined_at) = (old.applied_at, old.joined_at)
    else false
  end) then
    raise exception 'enrolment % cannot go from % to %', old.id, old.state, new.state using errcode = 'CP003';
  end if;
  return new;
end
$$;
