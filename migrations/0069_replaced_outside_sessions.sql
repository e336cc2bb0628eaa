-- A session that a new sign-in in the same browser replaced renews nothing. Its tokens are good for half a minute yet,
-- and its row tells a refresh that waited from one whose session has ended: the browser holds a newer cookie by then.
alter table identity.outside_session add column replaced_at timestamptz;
