-- Which lists a file can be of, the product says (contracts/operator-desk.constants.ts): another one takes no migration.

alter table operator_export drop constraint operator_export_list_check,
  add constraint operator_export_list_check check (list ~ '^[a-z][a-z-]{0,39}$');
