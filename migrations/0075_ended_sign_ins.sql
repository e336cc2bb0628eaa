-- Sign-ins at Firebase that a sign-out here ended: a renewed token keeps the time of its sign-in, so that is the session.
-- Times here are wall time, as everywhere in this schema.
create table identity.ended_sign_in (
  uid text not null,
  -- Who it is at the provider.
  sub text not null,
  -- As its tokens say it (`auth_time`).
  signed_in_at timestamptz not null,
  primary key (sub, signed_in_at)
);
create index ended_sign_in_uid on identity.ended_sign_in (uid);
create index ended_sign_in_age on identity.ended_sign_in (signed_in_at);
