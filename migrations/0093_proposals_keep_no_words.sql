-- A proposal about a member who has left keeps no words (docs/decisions/128-words-about-a-member-leave-with-them.md).

\ir functions/operators.sql

create trigger pending_act_words before insert or update on pending_act for each row execute function pending_act_words();

-- Those that were made after their member left.
update pending_act a set reason = 'erased', note = null
where member_uid is not null and not exists (select from member m where m.uid = a.member_uid and m.state <> 'deleted');
