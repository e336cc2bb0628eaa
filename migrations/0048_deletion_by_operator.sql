-- A deletion that an operator began says so: its farewell is not "as you asked".

alter table deletion add column by_operator boolean not null default false;
comment on column deletion.by_operator is 'Whether an operator deleted the account, not its member.';
