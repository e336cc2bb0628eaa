-- What is counted on the boards, and when: see server/modules/leaderboard/README.md. Ranks are in leaderboard_order.sql.

-- What counts of the ledger, and for how much: points that were awarded (season prizes and what a boost adds are not
-- ranked), and crels of earnings as they became available; each less what was taken back, when it was. One definition for
-- counting on and for counting anew.
create or replace function leaderboard_counted()
returns table (txn_id text, xid xid8, party text, metric text, amount bigint, seq bigint, at timestamptz)
language sql stable as $$
  select t.id, t.xid, a.party, c.metric, e.amount, e.seq, t.created_at
  from txn t
  left join txn o on o.id = t.reverses and o.party = t.party
  join entry e on e.txn_id = t.id and e.party = t.party
  join account a on a.id = e.account_id
  cross join lateral unnest(array[
    case when a.code = 'member.points' and coalesce(o.scope, t.scope) = 'award'
      and coalesce(o.kind, t.kind) not in ('season-prize', 'boost') then 'points' end,
    case when a.code in ('member.available', 'member.debt')
      and coalesce(o.kind, t.kind) in ('earning_unlocked', 'earning_reversed') then 'earnings' end
  ]) c (metric)
  where c.metric is not null
$$;

-- And what is no matter of the ledger: friends who did what was asked of them, also where that pays nothing.
create or replace function leaderboard_completed()
returns table (txn_id text, xid xid8, party text, metric text, amount bigint, seq bigint, at timestamptz)
language sql stable as $$
  select f.friend_party, f.xid, f.inviter_party, 'invitations', 1::bigint, f.seq, f.completed_at from friend_completion f
$$;

-- By which entry a party's value in a span of time was first reached and not lost since, where the newest took something
-- back: else that is the newest itself. As of a snapshot where one is given.
create or replace function leaderboard_reached(
  p_metric text, p_party text, p_starts_at timestamptz, p_ends_at timestamptz, p_seen pg_snapshot
) returns bigint
language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with counted as (
    select c.seq, sum(c.amount) over (order by c.seq) as value, sum(c.amount) over () as total
    from leaderboard_counted() c
    where c.party = p_party and c.metric = p_metric and c.at >= p_starts_at and c.at < p_ends_at
      and (p_seen is null or pg_visible_in_snapshot(c.xid, p_seen)
        or c.seq <= (select s.restored_seq from leaderboard_state s))
  )
  select min(r.seq) from counted r
  where r.seq > coalesce((select max(b.seq) from counted b where b.value < b.total), 0)
$$;

-- Makes the boards of a moment that are not there: for as long as their time lasts, and a little longer for what comes
-- late. Of past months those that no worker was there to count, and that are not frozen; none before the first that was
-- counted, so an installation that gets the leaderboard pays no prize for what was before.
create or replace function leaderboard_open_boards(p_metrics text[], p_at timestamptz[]) returns void
language sql as $$
  with wanted as (
    select distinct m.metric, b.span, b.starts_at, b.ends_at
    from unnest(p_metrics, p_at) as m (metric, at)
    cross join lateral (values
      ('all', timestamptz '-infinity', timestamptz 'infinity'),
      ('month', date_trunc('month', m.at, 'UTC'), date_add(date_trunc('month', m.at, 'UTC'), '1 month', 'UTC')),
      ('week', date_trunc('week', m.at, 'UTC'), date_add(date_trunc('week', m.at, 'UTC'), '7 days', 'UTC'))
    ) as b (span, starts_at, ends_at)
    where b.ends_at > crels_now() - interval '10 minutes'
      or b.span = 'month'
        and b.starts_at > (select min(f.starts_at) from leaderboard_board f where f.span = 'month')
        and not exists (select from season n where n.month = to_char(b.starts_at at time zone 'UTC', 'YYYY-MM'))
  ), made as (
    insert into leaderboard_board (metric, span, starts_at, ends_at)
    select * from wanted w
    where not exists (select from leaderboard_board b
      where (b.metric, b.span, b.starts_at) = (w.metric, w.span, w.starts_at))
    returning id
  )
  insert into leaderboard_bucket (board, from_value, from_seq, size)
  select id, -9223372036854775808, 0, 0 from made
$$;

-- The lock of all that writes the leaderboard; false where another has it and `p_wait` is not asked. Its own transaction
-- must not have posted: whether its entries are in its snapshot nothing could say.
create or replace function leaderboard_lock(p_wait boolean) returns boolean language plpgsql as $$
begin
  if exists (select from txn t where t.xid = pg_current_xact_id_if_assigned()) then
    raise exception 'the leaderboard is not counted in a transaction that posts';
  end if;
  if p_wait then
    perform pg_advisory_xact_lock(hashtext('leaderboard'));
    return true;
  end if;
  return pg_try_advisory_xact_lock(hashtext('leaderboard'));
end
$$;

-- Which server's transactions this database numbers.
create or replace function leaderboard_server() returns bigint
language sql stable as $$ select c.system_identifier from pg_control_system() c $$;

-- Applies what was committed since the last round; answers how many changes that were. 0: nothing, or another process is
-- at it. -1: the boards were never counted, this database was restored on another server, whose transactions have other
-- ids, or so much waits that counting anew is quicker: leaderboard_recount() is due.
create or replace function leaderboard_apply(p_wait boolean default false) returns integer
language plpgsql
-- A plan over all transactions is never right here, whatever the statistics say.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_state leaderboard_state;
  v_since pg_snapshot;
  v_now pg_snapshot;
  v_txns text[];
  v_friends text[];
  v_parties text[];
  v_metrics text[];
  v_amounts bigint[];
  v_new_seqs bigint[];
  v_at timestamptz[];
  v_changed integer := 0;
  v_boards integer[];
  v_values bigint[];
  v_seqs bigint[];
  v_by integer[];
begin
  if not leaderboard_lock(p_wait) then
    return 0;
  end if;
  select s.* into v_state from leaderboard_state s;
  v_since := v_state.snapshot;
  if v_since is null or v_state.server is distinct from leaderboard_server()
     or pg_snapshot_xmax(v_since) > pg_snapshot_xmax(pg_current_snapshot()) then
    return -1;
  end if;

  -- One statement, so the transactions found are exactly those between the two snapshots: neither the order in which they
  -- were begun nor a long one among them hides any.
  select n.snapshot, (
    select array_agg(t.id) from txn t
    where t.xid >= pg_snapshot_xmax(v_since) and t.xid < pg_snapshot_xmax(n.snapshot)
       or t.xid = any (array(select pg_snapshot_xip(v_since)))
  ), (
    select array_agg(f.friend_party) from friend_completion f
    where f.xid >= pg_snapshot_xmax(v_since) and f.xid < pg_snapshot_xmax(n.snapshot)
       or f.xid = any (array(select pg_snapshot_xip(v_since)))
  ) into v_now, v_txns, v_friends from (select pg_current_snapshot() as snapshot) n;

  if cardinality(v_txns) > 100000 then
    return -1;
  end if;
  if v_txns is not null or v_friends is not null then
    select array_agg(c.party), array_agg(c.metric), array_agg(c.amount), array_agg(c.seq), array_agg(c.at), count(*)
      into v_parties, v_metrics, v_amounts, v_new_seqs, v_at, v_changed
    from (
      -- By the transactions alone, before the numbers are looked at: those would lead through every account.
      (select c.* from unnest(v_txns) as f (id) join leaderboard_counted() c on c.txn_id = f.id offset 0)
      union all
      (select c.* from unnest(v_friends) as f (party) join leaderboard_completed() c on c.txn_id = f.party offset 0)
    ) c
    where c.seq > v_state.restored_seq;
  end if;
  if v_changed > 0 then
    perform leaderboard_open_boards(v_metrics, v_at);
    with written as (
      insert into leaderboard_standing as s (board, party, value, reached_seq, is_excluded)
      select b.id, d.party, sum(d.amount),
             case when (array_agg(d.amount order by d.seq desc))[1] > 0 then max(d.seq)
               else leaderboard_reached(b.metric, d.party, b.starts_at, b.ends_at, v_now) end,
             bool_or(m.state = 'disabled')
      from unnest(v_parties, v_metrics, v_amounts, v_new_seqs, v_at) as d (party, metric, amount, seq, at)
      join member m on m.party = d.party and m.state <> 'deleted'
      join leaderboard_board b on b.metric = d.metric and d.at >= b.starts_at and d.at < b.ends_at and b.closed_at is null
      group by 1, 2
      on conflict (board, party) do update set value = s.value + excluded.value, reached_seq = excluded.reached_seq
      returning old.board as old_board, old.value as old_value, old.reached_seq as old_seq, old.is_excluded as old_excluded,
                new.board, new.value, new.reached_seq, new.is_excluded
    ), moves as (
      select old_board as board, old_value as value, old_seq as seq, -1 as by from written
      where old_value > 0 and not old_excluded
      union all
      select board, value, reached_seq, 1 from written where value > 0 and not is_excluded
    )
    select array_agg(board), array_agg(-value), array_agg(seq), array_agg(by)
      into v_boards, v_values, v_seqs, v_by from moves;
    perform leaderboard_move(v_boards, v_values, v_seqs, v_by);
  end if;
  v_changed := v_changed + leaderboard_recheck_parties();
  if v_changed > 0 then
    perform leaderboard_balance();
  end if;
  if v_txns is not null or v_friends is not null or v_changed > 0 then
    update leaderboard_state s
    set snapshot = v_now, applied_at = case when v_changed > 0 then clock_timestamp() else s.applied_at end;
  end if;
  -- The stream says a change at once, and of many in a row one in two seconds: every viewer then asks again.
  update leaderboard_state s set announced_at = clock_timestamp()
  where s.applied_at > s.announced_at and s.announced_at < clock_timestamp() - interval '1.5 seconds';
  return v_changed;
end
$$;

-- What the boards should say, from the ledger: as of a snapshot where one is given. Of the open boards alone.
create or replace function leaderboard_truth(p_seen pg_snapshot)
returns table (board integer, party text, value bigint, reached_seq bigint, is_excluded boolean)
language sql stable as $$
  -- What was not seen is left out while it is summed: a condition on the entries makes the planner begin with them.
  select c.board, c.party, sum(c.amount) filter (where c.is_seen)::bigint,
         case when max(c.seq) filter (where c.is_seen and c.amount < 0) > coalesce(max(c.seq) filter (where c.is_seen and c.amount > 0), 0)
           then leaderboard_reached(c.metric, c.party, c.starts_at, c.ends_at, p_seen)
           else max(c.seq) filter (where c.is_seen) end,
         bool_or(c.is_excluded)
  from (
    select b.id as board, b.metric, b.starts_at, b.ends_at, c.party, c.amount, c.seq, m.state = 'disabled' as is_excluded,
           p_seen is null or pg_visible_in_snapshot(c.xid, p_seen) or c.seq <= (select s.restored_seq from leaderboard_state s)
             as is_seen
    from (select * from leaderboard_counted() union all select * from leaderboard_completed()) c
    join member m on m.party = c.party and m.state <> 'deleted'
    join leaderboard_board b on b.metric = c.metric and c.at >= b.starts_at and c.at < b.ends_at and b.closed_at is null
  ) c
  group by c.board, c.party, c.metric, c.starts_at, c.ends_at
  having bool_or(c.is_seen)
$$;

-- Counts the open boards anew from the ledger, and their buckets; answers how many standings were not as they should be.
create or replace function leaderboard_recount() returns integer language plpgsql as $$
declare
  v_wrong integer;
begin
  perform leaderboard_lock(true);
  -- Of this month, and of those since the first that are not frozen.
  perform leaderboard_open_boards(array_agg(m.metric), array_agg(t.at))
  from unnest(array['points', 'earnings', 'invitations']) as m (metric), (
    select crels_now()
    union all
    select generate_series(min(b.starts_at), crels_now(), interval '1 month', 'UTC')
    from leaderboard_board b where b.span = 'month'
  ) as t (at);
  -- One statement: what it counts and the snapshot it keeps are the same.
  with truth as materialized (select * from leaderboard_truth(null)),
  removed as (
    delete from leaderboard_standing s using leaderboard_board b
    where b.id = s.board and b.closed_at is null
      and not exists (select from truth t where t.board = s.board and t.party = s.party)
    returning 1
  ), written as (
    insert into leaderboard_standing as s (board, party, value, reached_seq, is_excluded)
    select * from truth
    on conflict (board, party) do update
      set value = excluded.value, reached_seq = excluded.reached_seq, is_excluded = excluded.is_excluded
      where (s.value, s.reached_seq, s.is_excluded) is distinct from
            (excluded.value, excluded.reached_seq, excluded.is_excluded)
    returning 1
  ), kept as (
    update leaderboard_state s
    set snapshot = pg_current_snapshot(), server = leaderboard_server(), applied_at = clock_timestamp(),
        -- What is there, and by its transaction's id is not yet, was written on another server. That server drew its
        -- numbers before this one draws any; its ids come again.
        restored_seq = greatest(s.restored_seq, (
          select max(w.seq) from (
            select max(e.seq) as seq from txn t join entry e on e.txn_id = t.id
            where not pg_visible_in_snapshot(t.xid, pg_current_snapshot())
            union all
            select max(f.seq) from friend_completion f
            where not pg_visible_in_snapshot(f.xid, pg_current_snapshot())) w))
  )
  select (select count(*) from removed) + (select count(*) from written) into v_wrong;

  perform leaderboard_count_buckets();
  -- Of the open boards nothing is left to do. On a frozen one who was let back in during its review has the place again.
  perform leaderboard_recheck_parties();
  return v_wrong;
end
$$;

-- What is shown changed by other means than a round: the next round has the stream say it.
create or replace function leaderboard_changed() returns void language sql as $$
  update leaderboard_state set applied_at = clock_timestamp()
$$;

-- A member was banned, let back in, or is leaving.
create or replace function leaderboard_recheck_member() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into leaderboard_recheck (party) values (old.party);
  return null;
end
$$;
