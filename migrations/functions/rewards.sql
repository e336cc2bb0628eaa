-- A badge is awarded in the transaction that earns it, on the day it was earned, not when its member next looks.
-- `season_top_10` comes with the season's prize (grant-season-prize.ts).

-- A member who left has no badges: the party is no member's then.
create or replace function award_badge(p_party text, p_badge text, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into badge (party, badge, earned_at)
  select party, p_badge, p_at from member where party = p_party
  on conflict do nothing
$$;
-- It runs with the owner's rights: only the triggers below, which have them too, call it.
revoke all on function award_badge(text, text, timestamptz) from public;

create or replace function award_join_badge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform award_badge(new.party, 'first_join', new.joined_at);
  return null;
end $$;

create or replace function award_conversion_badge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform award_badge(e.party, 'first_conversion', coalesce(new.decided_at, new.created_at))
    from earning e where e.conversion_id = new.id;
  return null;
end $$;

create or replace function award_streak_badges() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform award_badge(new.party, 'streak_' || goal, new.at) from unnest(array[7, 30, 100]) goal
    where new.days >= goal;
  return null;
end $$;

-- Invitations of one inviter are paid one after the other: each takes a place of the month (`reward_count`) first.
create or replace function award_friends_badge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform award_badge(new.inviter_party, 'friends_10', tenth.decided_at) from (
    select decided_at from friend_invitation where inviter_uid = new.inviter_uid and state = 'paid'
    order by decided_at offset 9 limit 1) tenth;
  return null;
end $$;

-- Counted once, whatever the settings paid for it.
create or replace function complete_friend() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into friend_completion (friend_party, inviter_party, completed_at, seq)
  values (new.friend_party, new.inviter_party, new.decided_at, nextval(pg_get_serial_sequence('public.entry', 'seq')))
  on conflict do nothing;
  return null;
end $$;

-- What an operator decided stays so.
create or replace function social_share_review_guard() returns trigger language plpgsql as $$
begin
  raise exception 'the review of share % is % already', old.link_id, old.review_state using errcode = 'check_violation';
end
$$;
