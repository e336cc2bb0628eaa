-- Codes and links that act by mail, whatever they act on. They take the place of the verification's own tables.
-- Times are wall time, as everywhere in this schema.

-- The newest code for a purpose and an address. Addresses nobody has get a row too, so that asking and guessing
-- look the same for them; a row also says when the last mail was sent, where a purpose has links only.
create table identity.action_code (
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'sign_in')),
  -- HMAC under the installation's secret.
  email_hash bytea not null,
  uid text references identity.auth_user (id) on delete cascade,
  -- HMAC too: six digits alone would be guessed from a plain hash.
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries_left smallint not null check (tries_left >= 0),
  sent_at timestamptz not null,
  -- Mails within the day that ends then.
  sent_count integer not null check (sent_count > 0),
  day_ends_at timestamptz not null,
  primary key (purpose, email_hash)
);
create index action_code_uid on identity.action_code (uid);

-- Mailed links; each works once, until it expires.
create table identity.action_link (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'sign_in', 'change_email', 'recover_email')),
  uid text not null references identity.auth_user (id) on delete cascade,
  -- The account's address when the link was made; the one it goes back to for recover_email.
  email text not null,
  next_email text,
  expires_at timestamptz not null,
  check ((purpose = 'change_email') = (next_email is not null))
);
create index action_link_uid on identity.action_link (uid, purpose);

-- Codes live ten minutes and cannot be carried over: their addresses were not hashed. Links can.
insert into identity.action_link (token_hash, purpose, uid, email, expires_at)
  select token_hash, 'verify_email', uid, email, expires_at from identity.verification_link;
drop table identity.verification_code;
drop table identity.verification_link;

-- When a session last proved, after its sign-in, that its member is there.
create table identity.session_proof (
  session_id text primary key references identity.auth_session (id) on delete cascade,
  proved_at timestamptz not null
);

-- What happened to an account's security: for the member to read, and for whoever must wait after a change.
create table identity.security_event (
  id bigint generated always as identity primary key,
  uid text not null references identity.auth_user (id) on delete cascade,
  kind text not null check (kind in ('email_changed', 'email_recovered', 'password_changed', 'password_reset')),
  at timestamptz not null default now()
);
create index security_event_uid on identity.security_event (uid, at desc);

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant select on identity.security_event to crels_app;
  end if;
end $$;
