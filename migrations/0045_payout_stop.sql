-- A member to whom an operator lets nothing be paid for a while. Why is in the log of acts, sealed by the member's key.

create table payout_stop (
  uid        text primary key references member (uid) on delete cascade,
  -- Wall time, as all that guards an account is.
  until      timestamptz not null,
  stopped_by text not null,
  stopped_at timestamptz not null default now()
);
comment on table payout_stop is 'Until when nothing is paid out to a member, as an operator decided.';

-- What an operator is shown of one member: whose device others share.
create index member_visitor_shared on member_visitor (visitor);
