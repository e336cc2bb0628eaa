-- Which mails members want, where they chose; rules/mail-kinds.ts knows the kinds and what is sent to the others.

create table mail_choice (
  uid        text not null references member (uid) on delete cascade,
  kind       text not null check (kind ~ '^[a-z_]{1,40}$'),
  is_wanted  boolean not null,
  changed_at timestamptz not null default crels_now(),
  primary key (uid, kind)
);
comment on table mail_choice is 'A member''s own choice about a kind of mail, on the profile or by a mail''s link. It goes with the member.';
