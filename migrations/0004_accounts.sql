-- Members: who they are to the product, which mails they want, and how they leave.

-- A member, whichever provider signs them in.
create table member (
  uid text primary key,
  -- The provider's name for itself and for them; never the e-mail address.
  iss text not null,
  sub text not null,
  -- The random id under which the ledger knows them; deletion drops the mapping.
  party text not null unique check (party ~ '^pty_[0-9a-f]{32}$'),
  -- The creator id, also their invitation code.
  short_id text not null unique,
  -- As the provider last said it.
  email text not null,
  full_name text,
  display_name text,
  birthday date,
  gender text,
  country_of_residence text check (country_of_residence ~ '^([A-Z]{2})?$'),
  industries text[] not null default '{}',
  -- [{ platform, address }], in the member's order.
  channels jsonb not null default '[]' check (jsonb_typeof(channels) = 'array'),
  time_zone text,
  photo_url text,
  -- The creator id of who invited them.
  invited_by text,
  state text not null default 'active' check (state in ('active', 'disabled', 'deleted')),
  -- Access tokens issued before are refused; wall time, as tokens are.
  tokens_valid_after timestamptz not null default '-infinity',
  created_at timestamptz not null default crels_now(),
  -- Whether who opens their invitation link sees their name and picture. Off until the member says so.
  shown_to_invited boolean not null default false,
  unique (iss, sub)
);

\ir functions/accounts.sql

create trigger record_outside_address after update of email on member
  for each row when (old.iss <> 'crels' and new.state = 'active' and old.email is distinct from new.email)
  execute function record_outside_address();

-- ── Mail ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Which mails members want, where they chose; rules/mail-kinds.ts knows the kinds and what is sent to the others.
create table mail_choice (
  uid        text not null references member (uid) on delete cascade,
  kind       text not null check (kind ~ '^[a-z_]{1,40}$'),
  is_wanted  boolean not null,
  changed_at timestamptz not null default crels_now(),
  primary key (uid, kind)
);
comment on table mail_choice is 'A member''s own choice about a kind of mail, on the profile or by a mail''s link. It goes with the member.';

-- Who asked for a kind of mail.
create index mail_choice_wanted on mail_choice (kind, uid) where is_wanted;

-- What members are to hear by mail. Written in the transaction of what it says; a job makes the mail and removes the row,
-- in one transaction. No foreign key: it would lock the member after the campaign.
create table member_notice (
  id    bigint generated always as identity primary key,
  uid   text not null,
  kind  text not null check (kind ~ '^[a-z_]{1,40}$'),
  facts jsonb not null,
  at    timestamptz not null default crels_now()
);
comment on table member_notice is 'Notices for members that are not mailed yet; a row lives for a minute.';

-- Mails of several decided reviews become one: looked up at each decision.
create index member_notice_reviews on member_notice (uid, id) where kind = 'click_review_decided';

-- ── Leaving ────────────────────────────────────────────────────────────────────────────────────────────────

-- A deletion that was confirmed and is not finished. The row holds what the steps need, and goes with the last.
create table deletion (
  uid          text primary key,
  iss          text not null,
  sub          text not null,
  party        text not null,
  short_id     text,
  -- Every address the member is known by here: the mails to them are erased too.
  addresses    text[] not null,
  -- Wall time.
  requested_at timestamptz not null default now(),
  done         text[] not null default '{}',
  -- With what and from where it was asked for: the account's last mail says so. Gone with the row.
  user_agent   text check (length(user_agent) <= 300),
  country      text check (length(country) = 2)
);
comment on column deletion.done is 'The steps that are finished; each may be run again.';
comment on column deletion.user_agent is 'Null where no person asked: a tombstone found the account again, or the version before did not note it.';

-- A deleted member stays deleted. The uid is random, so its hash hides it; also in DATA_DIR/tombstones, which an old
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

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on tombstone from crels_app;
    -- An outside provider knows a person by the same subject for ever: they may sign up again and leave again.
    grant update (deleted_at) on tombstone to crels_app;
    revoke truncate on member_notice, deletion, left_address from crels_app;
  end if;
end $$;
