-- What the payments of a closed run came to, by state: nothing of it changes any more, and a list of runs adds up the
-- payments of those alone that are open.

alter table payout_run add column closed_sums jsonb check (jsonb_typeof(closed_sums) = 'object');
comment on column payout_run.closed_sums is 'By state, how many payments and what they came to when it was closed; null of one that is not, or was closed by an older version.';

update payout_run b set closed_sums = coalesce((
    select jsonb_object_agg(s.state, jsonb_build_object('count', s.count, 'usdCents', s.usd_cents, 'amountMinor', s.minor))
    from (
      select case when p.state <> 'left_out' and r.state in ('paid', 'failed') then r.state else p.state end as state,
        count(*) as count, sum(p.usd_cents) as usd_cents, sum(p.amount_minor) as minor
      from payout p join redemption r on r.id = p.redemption_id where p.run_id = b.id group by 1) s), '{}')
where b.state = 'closed';

-- The payments of a run in one state, such as those that came back.
create index payout_by_state on payout (run_id, state, place);
