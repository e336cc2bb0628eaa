-- Where and with what a session was opened. Of a network address only its country is kept.
create table identity.session_place (
  session_id text primary key references identity.auth_session (id) on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$')
);

-- The devices an account was used with, so that the first sign-in from another is told to its owner.
create table identity.known_device (
  uid text not null references identity.auth_user (id) on delete cascade,
  -- HMAC of the browser's and system's name and the country.
  device_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (uid, device_hash)
);

-- Whether the owner of the address was mailed about the wait that wrong passwords brought.
alter table identity.sign_in_attempts add column owner_told boolean not null default false;
