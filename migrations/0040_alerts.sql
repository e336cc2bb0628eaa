-- What operators were told of, so that each alert is told once a day.

create table alert_told (
  name    text not null check (name ~ '^[a-z-]+(\.[a-z0-9-]+)?$'),
  -- The day in UTC; the epoch for what happens once.
  told_on date not null,
  primary key (name, told_on)
);
comment on table alert_told is 'Alerts that were told: one row for each and day.';
