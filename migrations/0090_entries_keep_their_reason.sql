-- No entry of the log is emptied (docs/decisions/128-words-about-a-member-leave-with-them.md): what did it goes with it.

drop function if exists audit_empty_reason;
drop function if exists audit_is_emptied;
