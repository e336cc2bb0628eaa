-- A link that its owner shared before joining is their enrolment's from joining on
-- (docs/decisions/158-an-enrolment-keeps-what-was-promised-and-had.md).

alter table link add column enrolled_at timestamptz;
comment on column link.enrolled_at is
  'Since when it is its enrolment''s, of a link that was shared before its owner joined: clicks of before are nobody''s. Null: since it was made.';
