-- Members: who they are to the product, whichever provider signs them in.
create table member (
  uid text primary key,
  -- The provider's name for itself and for them; never the e-mail address.
  iss text not null,
  sub text not null,
  -- The random id under which the ledger knows them; deletion drops the mapping.
  subject text not null unique check (subject ~ '^sub_[0-9a-f]{32}$'),
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
  unique (iss, sub)
);
