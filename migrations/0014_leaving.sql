-- Members who leave: what is under way, who must not come back with an old backup, and which addresses were here.

-- A deletion that was confirmed and is not finished. The row holds what the steps need, and goes with the last.
create table deletion (
  uid          text primary key,
  iss          text not null,
  sub          text not null,
  subject      text not null,
  short_id     text,
  -- Every address the member is known by here: the mails to them are erased too.
  addresses    text[] not null,
  -- Wall time.
  requested_at timestamptz not null default now(),
  done         text[] not null default '{}'
);
comment on column deletion.done is 'The steps that are finished; each may be run again.';

-- Whoever was deleted stays so. The uid is random, so its hash hides it; also in DATA_DIR/tombstones, which an old
-- dump does not bring back to what it was.
create table tombstone (
  person_hash bytea primary key check (length(person_hash) = 32),
  deleted_at  timestamptz not null default now()
);
comment on column tombstone.person_hash is 'SHA-256 of the issuer, a space, and the subject the issuer knows the person by.';

-- Once-only awards are once per address: all that is kept of a member who left.
create table left_address (
  address_hash bytea primary key check (length(address_hash) = 32),
  -- Domain time.
  forget_after timestamptz not null
);
comment on column left_address.address_hash is 'HMAC of the normalised address under the installation''s secret.';
create index left_address_age on left_address (forget_after);


create or replace function enrolment_moved() returns trigger language plpgsql as $$
begin
  -- A member who was deleted is only a subject.
  if new.id <> old.id or new.uid not in (old.uid, old.subject) or new.subject <> old.subject
     or new.campaign_id <> old.campaign_id then
    raise exception 'enrolment % belongs to one member and one campaign', old.id using errcode = 'CP002';
  end if;
  if new.state <> old.state and not (case old.state
    when 'applied' then new.state in ('active', 'declined', 'left')
    when 'active' then new.state in ('left', 'removed')
    when 'declined' then new.state in ('applied', 'active')
    when 'left' then new.state in ('applied', 'active')
    else false
  end) then
    raise exception 'enrolment % cannot go from % to %', old.id, old.state, new.state using errcode = 'CP003';
  end if;
  return new;
end
$$;

create or replace function earning_guard() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{uid,state,reason,reversed_crels,unlocked_at}'::text[])
       <> (to_jsonb(old) - '{uid,state,reason,reversed_crels,unlocked_at}'::text[])
     or new.uid not in (old.uid, old.subject)
     or new.reversed_crels < old.reversed_crels
     or (old.unlocked_at is not null and new.unlocked_at is distinct from old.unlocked_at)
     -- In parentheses: the THEN of a case would end the condition.
     or not (case old.state when 'held' then new.state in ('held', 'pending', 'reversed')
                            when 'pending' then new.state in ('pending', 'available', 'reversed')
                            when 'available' then new.state in ('available', 'reversed')
                            when 'reversed' then to_jsonb(new) - 'uid' = to_jsonb(old) - 'uid'
                            else false end)
  then
    raise exception 'earning % cannot go from % to % so', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on tombstone from crels_app;
    revoke truncate on deletion, left_address from crels_app;
  end if;
end $$;
