-- A rate that was set by mistake is taken away by adding, as everything here is: the last row of a day without a rate.

alter table currency_rate alter column usd_per_unit drop not null;
comment on column currency_rate.usd_per_unit is 'Null: the rate of this day was taken away; that of a day before holds, as long as it does.';
