-- A badge is awarded in the transaction that earns it, on the day it was earned, not when its member next looks.
-- `season_top_10` comes with the season's prize (grant-season-prize.ts).

-- A member who left has no badges: the subject is nobody's then.
create function award_badge(p_subject text, p_badge text, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into badge (subject, badge, earned_at)
  select subject, p_badge, p_at from member where subject = p_subject
  on conflict do nothing
$$;

create function award_join_badge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform award_badge(new.subject, 'first_join', new.joined_at);
  return null;
end $$;
create constraint trigger enrolment_badge after insert or update of joined_at on enrolment
  deferrable initially deferred for each row when (new.joined_at is not null) execute function award_join_badge();

create function award_conversion_badge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform award_badge(e.subject, 'first_conversion', coalesce(new.decided_at, new.created_at))
    from earning e where e.conversion_id = new.id;
  return null;
end $$;
create constraint trigger conversion_badge after insert or update of status on conversion
  deferrable initially deferred for each row when (new.status = 'accepted')
  execute function award_conversion_badge();

create function award_streak_badges() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform award_badge(new.subject, 'streak_' || goal, new.at) from unnest(array[7, 30, 100]) goal
    where new.days >= goal;
  return null;
end $$;
create constraint trigger check_in_badge after insert on check_in
  deferrable initially deferred for each row when (new.days >= 7) execute function award_streak_badges();

-- Invitations of one inviter are paid one after the other: each takes a place of the month (`reward_count`) first.
create function award_friends_badge() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform award_badge(new.inviter_subject, 'friends_10', tenth.decided_at) from (
    select decided_at from friend_invitation where inviter_uid = new.inviter_uid and state = 'paid'
    order by decided_at offset 9 limit 1) tenth;
  return null;
end $$;
create constraint trigger friend_invitation_badge after update of state on friend_invitation
  deferrable initially deferred for each row when (new.state = 'paid' and old.state <> 'paid')
  execute function award_friends_badge();

-- What was earned before, on its day.
with earned (subject, badge, at) as (
  select subject, 'first_join', min(joined_at) from enrolment where joined_at is not null group by 1
  union all
  select e.subject, 'first_conversion', min(coalesce(c.decided_at, c.created_at))
  from earning e join conversion c on c.id = e.conversion_id where c.status = 'accepted' group by 1
  union all
  select k.subject, 'streak_' || goal, min(k.at)
  from check_in k cross join unnest(array[7, 30, 100]) goal where k.days >= goal group by 1, 2
  union all
  select inviter_subject, 'friends_10', decided_at from (
    select inviter_subject, decided_at,
           row_number() over (partition by inviter_subject order by decided_at) as place
    from friend_invitation where state = 'paid') paid
  where place = 10
)
insert into badge as b (subject, badge, earned_at)
select e.subject, e.badge, e.at from earned e join member m on m.subject = e.subject
on conflict (subject, badge) do update set earned_at = least(b.earned_at, excluded.earned_at);
