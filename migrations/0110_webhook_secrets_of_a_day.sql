-- Who makes two secrets within a day, since the answer with the first was lost, still has the one that their server knows.
-- Needs: 0.1.0

alter table webhook_endpoint
  add column older_secret text,
  add column older_secret_until timestamptz,
  add constraint webhook_endpoint_older_secret check ((older_secret is null) = (older_secret_until is null));
comment on column webhook_endpoint.older_secret is 'The one before `previous_secret`, where that took its place while it still signed; it signs until its own end.';
