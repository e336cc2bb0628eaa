-- The order of a board, the buckets that count it, and who has no place in it: see server/modules/leaderboard/README.md.
-- What is counted is in leaderboard.sql.

-- The rank of a key: one more than are before it.
create or replace function leaderboard_rank(p_board integer, p_value bigint, p_seq bigint) returns bigint
language sql stable as $$
  with own as materialized (
    select k.from_value, k.from_seq from leaderboard_bucket k
    where k.board = p_board and (k.from_value, k.from_seq) <= (p_value, p_seq)
    order by k.from_value desc, k.from_seq desc limit 1
  )
  select 1
    + (select coalesce(sum(k.size), 0) from leaderboard_bucket k, own
       where k.board = p_board and (k.from_value, k.from_seq) < (own.from_value, own.from_seq))::bigint
    + (select count(*) from own join leaderboard_standing s
         on s.board = p_board and s.value > 0 and not s.is_excluded
        and (-s.value, s.reached_seq) >= (own.from_value, own.from_seq)
        and (-s.value, s.reached_seq) < (p_value, p_seq))
$$;

-- Adds to the sizes of buckets: +1 for a key that came, -1 for one that went.
create or replace function leaderboard_move(p_boards integer[], p_values bigint[], p_seqs bigint[], p_by integer[])
returns void language sql as $$
  update leaderboard_bucket b set size = b.size + d.by
  from (
    select k.board, k.from_value, k.from_seq, sum(m.by)::integer as by
    from unnest(p_boards, p_values, p_seqs, p_by) as m (board, value, seq, by)
    cross join lateral (
      select k.board, k.from_value, k.from_seq from leaderboard_bucket k
      where k.board = m.board and (k.from_value, k.from_seq) <= (m.value, m.seq)
      order by k.from_value desc, k.from_seq desc limit 1
    ) k
    group by 1, 2, 3
    having sum(m.by) <> 0
  ) d
  where (b.board, b.from_value, b.from_seq) = (d.board, d.from_value, d.from_seq)
$$;

-- Keeps buckets at about two hundred: divides those above four hundred evenly, and joins those below fifty to the one
-- before. A place within a bucket costs a row anywhere in the table, a bucket a few bytes beside the next: with a million
-- members both together cost least near two hundred.
create or replace function leaderboard_balance() returns void language plpgsql as $$
declare
  v_bucket record;
begin
  for v_bucket in
    select k.board, k.from_value, k.from_seq from leaderboard_bucket k
    where k.size < 50 and k.from_value > -9223372036854775808
    order by 1, 2, 3
  loop
    update leaderboard_bucket b set size = b.size + gone.size
    from leaderboard_bucket gone
    where (gone.board, gone.from_value, gone.from_seq) = (v_bucket.board, v_bucket.from_value, v_bucket.from_seq)
      and (b.board, b.from_value, b.from_seq) = (
        select k.board, k.from_value, k.from_seq from leaderboard_bucket k
        where k.board = v_bucket.board and (k.from_value, k.from_seq) < (v_bucket.from_value, v_bucket.from_seq)
        order by k.from_value desc, k.from_seq desc limit 1);
    delete from leaderboard_bucket k
    where (k.board, k.from_value, k.from_seq) = (v_bucket.board, v_bucket.from_value, v_bucket.from_seq);
  end loop;

  for v_bucket in
    select k.board, k.from_value, k.from_seq from leaderboard_bucket k where k.size > 400 order by 1, 2, 3
  loop
    with next as (
      select k.from_value, k.from_seq from leaderboard_bucket k
      where k.board = v_bucket.board and (k.from_value, k.from_seq) > (v_bucket.from_value, v_bucket.from_seq)
      order by k.from_value, k.from_seq limit 1
    ), keys as (
      select -s.value as value, s.reached_seq as seq,
             row_number() over (order by -s.value, s.reached_seq) - 1 as at, count(*) over () as n
      from leaderboard_standing s
      where s.board = v_bucket.board and s.value > 0 and not s.is_excluded
        and (-s.value, s.reached_seq) >= (v_bucket.from_value, v_bucket.from_seq)
        -- Ranked are values above zero, so those of the last bucket end before zero. One bound, which the index reads to.
        and (-s.value, s.reached_seq) <
            (coalesce((select from_value from next), 0), coalesce((select from_seq from next), 0))
    ), parts as (
      select k.at * (k.n / 200) / k.n as part, count(*)::integer as size,
             (array_agg(k.value order by k.at))[1] as value, (array_agg(k.seq order by k.at))[1] as seq
      from keys k group by 1
    )
    -- The first part keeps the bucket's own beginning, so that the buckets leave no gap.
    insert into leaderboard_bucket as b (board, from_value, from_seq, size)
    select v_bucket.board, case part when 0 then v_bucket.from_value else value end,
           case part when 0 then v_bucket.from_seq else seq end, size
    from parts
    on conflict (board, from_value, from_seq) do update set size = excluded.size;
  end loop;
end
$$;

-- Counts the buckets of the open boards anew from their standings.
create or replace function leaderboard_count_buckets() returns void language plpgsql as $$
begin
  delete from leaderboard_bucket k using leaderboard_board b where b.id = k.board and b.closed_at is null;
  insert into leaderboard_bucket (board, from_value, from_seq, size)
  select p.board, case p.part when 0 then -9223372036854775808 else p.value end, case p.part when 0 then 0 else p.seq end, p.size
  from (
    select k.board, k.at / 200 as part, count(*)::integer as size,
           (array_agg(k.value order by k.at))[1] as value, (array_agg(k.seq order by k.at))[1] as seq
    from (
      select s.board, -s.value as value, s.reached_seq as seq,
             row_number() over (partition by s.board order by -s.value, s.reached_seq) - 1 as at
      from leaderboard_standing s join leaderboard_board b on b.id = s.board and b.closed_at is null
      where s.value > 0 and not s.is_excluded
    ) k
    group by 1, 2
  ) p;
  insert into leaderboard_bucket (board, from_value, from_seq, size)
  select b.id, -9223372036854775808, 0, 0 from leaderboard_board b where b.closed_at is null
  on conflict do nothing;
end
$$;

-- Whether the review of a season took a member out and did not let them in again.
create or replace function leaderboard_is_out(p_month text, p_party text) returns boolean
language sql stable as $$
  select coalesce((
    select x.is_out from season_exclusion x where x.month = p_month and x.party = p_party order by x.id desc limit 1), false)
$$;

-- Looks again at members whose standing with us changed. Who left is on no open board; a frozen one keeps their place
-- under the ledger's name for them.
create or replace function leaderboard_recheck_parties() returns integer language plpgsql as $$
declare
  v_gone text[];
  v_boards integer[];
  v_values bigint[];
  v_seqs bigint[];
  v_by integer[];
begin
  with rows as (delete from leaderboard_recheck returning party) select array_agg(distinct party) into v_gone from rows;
  if v_gone is null then
    return 0;
  end if;
  with open as (select id from leaderboard_board where closed_at is null),
  who as (
    select g.party, coalesce(m.state, 'deleted') as state
    from unnest(v_gone) as g (party) left join member m on m.party = g.party
  ), removed as (
    delete from leaderboard_standing s using who w, open b
    where w.state = 'deleted' and s.party = w.party and s.board = b.id
    returning s.board, s.value, s.reached_seq, s.is_excluded
  ), flagged as (
    update leaderboard_standing s set is_excluded = (w.state = 'disabled')
    from who w, leaderboard_board b
    where w.state <> 'deleted' and s.party = w.party and s.board = b.id and s.is_excluded <> (w.state = 'disabled')
      -- Who was banned as a month ended and is let in while it is reviewed gets the place back.
      and (b.closed_at is null or w.state = 'active' and exists (
        select from season n
        where n.month = to_char(b.starts_at at time zone 'UTC', 'YYYY-MM') and n.state = 'review'
          and not leaderboard_is_out(n.month, w.party)))
    returning s.board, s.value, s.reached_seq, s.is_excluded
  ), moves as (
    select board, value, reached_seq, -1 as by from removed where value > 0 and not is_excluded
    union all
    select board, value, reached_seq, case when is_excluded then -1 else 1 end from flagged where value > 0
  )
  select array_agg(board), array_agg(-value), array_agg(reached_seq), array_agg(by)
    into v_boards, v_values, v_seqs, v_by from moves;
  perform leaderboard_move(v_boards, v_values, v_seqs, v_by);
  return cardinality(v_gone);
end
$$;

-- A frozen board loses a member, and the places behind close up; or has them again, unless they are banned. Answers
-- whether that changed anything: without a value above 0 a member has no place there.
create or replace function leaderboard_set_excluded(p_board integer, p_party text, p_excluded boolean) returns boolean
language plpgsql as $$
declare
  v_standing leaderboard_standing;
begin
  perform leaderboard_lock(true);
  update leaderboard_standing s set is_excluded = p_excluded
  where s.board = p_board and s.party = p_party and s.value > 0 and s.is_excluded <> p_excluded
    and (p_excluded or exists (select from member m where m.party = p_party and m.state = 'active'))
  returning s.* into v_standing;
  if not found then
    return false;
  end if;
  perform leaderboard_move(
    array[p_board], array[-v_standing.value], array[v_standing.reached_seq], array[case when p_excluded then -1 else 1 end]);
  return true;
end
$$;

-- As migration 0022 calls it.
create or replace function leaderboard_exclude(p_board integer, p_party text) returns boolean language sql as $$
  select leaderboard_set_excluded(p_board, p_party, true)
$$;
