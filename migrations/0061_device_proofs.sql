-- Browsers that signed in to an account, told by a cookie of their own. It opens nothing: it gives a browser its own
-- allowance of guesses and mails, which nobody else can use up.
create table identity.device_proof (
  uid text not null references identity.auth_user (id) on delete cascade,
  -- Of the cookie's 256 random bits.
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (device_hash, uid)
);
create index device_proof_uid on identity.device_proof (uid, last_used_at desc);
