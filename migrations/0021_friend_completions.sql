-- Friends who did what was asked of them, whatever that paid: what the ranking by invitations counts.

-- A row for each, written by the trigger below in the transaction that completes the invitation, and never changed.
create table friend_completion (
  friend_party  text primary key,
  inviter_party text not null,
  completed_at  timestamptz not null,
  seq           bigint not null unique,
  xid           xid8 not null default pg_current_xact_id()
);
comment on table friend_completion is 'A friend whose invitation was completed. Under the ledger''s names of the two; stays when they leave.';
comment on column friend_completion.seq is 'Drawn where the ledger''s entries draw theirs: what was there when a database was restored is known by one number.';
comment on column friend_completion.xid is 'The database transaction that wrote it, as txn.xid.';
create index friend_completion_xid on friend_completion (xid);

\ir functions/rewards.sql

-- First the trigger, which waits for those that are being completed: none falls between it and what was there before.
create trigger friend_invitation_completed after insert or update of state on friend_invitation
  for each row when (new.state = 'paid') execute function complete_friend();

insert into friend_completion (friend_party, inviter_party, completed_at, seq)
select f.friend_party, f.inviter_party, f.decided_at, nextval(pg_get_serial_sequence('entry', 'seq'))
from (select * from friend_invitation where state = 'paid' order by decided_at, friend_party) f
on conflict do nothing;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke insert, update, delete, truncate on friend_completion from crels_app;
  end if;
end $$;
