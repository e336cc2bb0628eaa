-- Which features have a switch, the product says (server/modules/pauses): another one takes no migration.

alter table feature_switch drop constraint feature_switch_feature_check,
  add constraint feature_switch_feature_check check (feature ~ '^[a-z][a-z-]{0,39}$');
