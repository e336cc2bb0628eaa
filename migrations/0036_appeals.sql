-- What members say about earnings that are held, for whoever decides.

create table appeal (
  earning_id  text primary key references earning,
  uid         text not null,
  message     text not null check (message ~ '\S' and length(message) <= 2000),
  at          timestamptz(3) not null default crels_now(),
  state       text not null default 'open' check (state in ('open', 'granted', 'refused')),
  answer      text check (length(answer) <= 2000),
  answered_at timestamptz(3),
  check ((state = 'open') = (answered_at is null)),
  check (answer is null or answered_at is not null)
);
comment on table appeal is 'A member''s word on a held earning, and what came of it; gone with the member.';
create index appeal_uid on appeal (uid);
