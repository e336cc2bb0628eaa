-- Brand keys of three kinds, with scopes and an end.

alter table brand_key
  add column kind       text not null default 'secret' check (kind in ('secret', 'signing', 'pixel')),
  add column scopes     text[] not null default array['conversions', 'refunds', 'claims', 'webhooks']
    check (cardinality(scopes) > 0 and scopes <@ array['conversions', 'refunds', 'claims', 'webhooks']),
  add column sealed     text,
  add column expires_at timestamptz,
  add column replaces   text references brand_key (id),
  alter column secret_hash drop not null,
  add constraint brand_key_secret check (
    case kind when 'secret' then secret_hash is not null and sealed is null
              when 'signing' then secret_hash is null and sealed is not null
              else secret_hash is null and sealed is null and scopes = array['conversions'] end);
comment on table brand_key is 'What a brand''s calls are known by: a secret sent as the bearer (kept as its SHA-256), a secret that signs them (kept sealed), or no secret, in the address of an image on the brand''s page.';
comment on column brand_key.replaces is 'The key that this one was made to take over from.';
