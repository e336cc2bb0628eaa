-- What an operator asks a brand about a conversion or a claim, and what the brand said.

alter table brand add column contact_email text check (contact_email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(contact_email) <= 254);
comment on column brand.contact_email is 'Where an operator asks the brand; shown to operators alone.';

create table brand_question (
  id            text primary key check (id ~ '^bqu_[0-9a-f]{32}$'),
  brand_id      text not null references brand (id) on delete cascade,
  uid           text not null,
  conversion_id text references conversion,
  claim_id      text references conversion_claim,
  question      text not null check (question ~ '\S' and length(question) <= 1000),
  asked_at      timestamptz(3) not null default crels_now(),
  asked_by      text not null check (asked_by ~ '\S'),
  answer        text check (answer ~ '\S' and length(answer) <= 1000),
  answered_at   timestamptz(3),
  answered_by   text,
  check (num_nonnulls(conversion_id, claim_id) = 1),
  check (num_nonnulls(answer, answered_at, answered_by) in (0, 3))
);
comment on table brand_question is 'Asked by mail, of one conversion or claim; the answer is what an operator took down. It leaves with its member.';
comment on column brand_question.uid is 'The member whose conversion or claim it is.';
-- One waits at a time: a second question comes after the answer to the first.
create unique index brand_question_waits_conversion on brand_question (conversion_id) where answered_at is null;
create unique index brand_question_waits_claim on brand_question (claim_id) where answered_at is null;
create index brand_question_conversion on brand_question (conversion_id, id) where conversion_id is not null;
create index brand_question_claim on brand_question (claim_id, id) where claim_id is not null;
create index brand_question_brand on brand_question (brand_id);
create index brand_question_uid on brand_question (uid);
