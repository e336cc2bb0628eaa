-- What a provider says of a payout after it was settled otherwise: a payment that was taken back after it was paid, or one
-- that was paid after it had failed and its crels were returned. A person settles it; the redemption stays as it was.

create table payout_mismatch (
  redemption_id text not null references redemption,
  -- What the provider says became of it.
  said          text not null check (said in ('paid', 'failed')),
  -- Its name of the payment, or why it did not arrive.
  detail        text not null,
  said_at       timestamptz not null default crels_now(),
  settled_at    timestamptz,
  settled_by    text,
  primary key (redemption_id, said),
  check ((settled_at is null) = (settled_by is null))
);
comment on table payout_mismatch is 'Payouts that their provider says became something else than what is written down.';
create index payout_mismatch_open on payout_mismatch (said_at) where settled_at is null;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on payout_mismatch from crels_app;
    grant update (settled_at, settled_by) on payout_mismatch to crels_app;
  end if;
end $$;
